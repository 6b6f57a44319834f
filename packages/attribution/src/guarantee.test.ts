import { describe, expect, inject, it } from "vitest";

import { attribute, fitAndCalibrate, fitLogitScorer, fitPositionScorer, type FitScorer } from "./index.ts";
import type { CalibrationOptions } from "./calibrating/calibrate.ts";
import { type Share, shareOf } from "./conformal/fixtures/share-of.ts";
import { seededRandom } from "./conformal/index.ts";
import { sampleTrajectories } from "./testing/index.ts";
import type { LabelledTrajectory, MissedTrajectory } from "./trajectory/index.ts";

const ALPHA = 0.2;
/** Deviations that a fair coverage strays from its mean less than once in ten thousand runs. */
const SIGMAS = 4;

/** Fresh failures that each resample is tried on: a failure costs far less than another calibration. */
const FRESH = 10;

/** Lets a share stray from its bound, on either side, as far as chance may carry it. */
const slack = ({ error }: Share): number => SIGMAS * error;

/**
 * Shares of fresh failures, over independent resamples, whose set holds their decisive step: as it is, and without the
 * help of the step that stands in for an empty set.
 */
async function coverage(
  resamples: number,
  n: number,
  fit: FitScorer,
  method: NonNullable<CalibrationOptions["method"]>,
) {
  const covered: Record<"all" | "unaided", number[]> = { all: [], unaided: [] };
  for (let seed = 0; seed < resamples; seed += 1) {
    const drawn = sampleTrajectories(2 * n + FRESH, 1000 + seed);
    const calibrated = await fitAndCalibrate(drawn.slice(FRESH), { fit, seed, alpha: ALPHA, method });
    let [all, unaided] = [0, 0];
    for (const fresh of drawn.slice(0, FRESH)) {
      const { set } = await attribute(fresh, calibrated);
      if (!set.steps.includes(fresh.label.decisiveStep)) continue;
      all += 1;
      if (set.fallback === undefined) unaided += 1;
    }
    covered.all.push(all);
    covered.unaided.push(unaided);
  }
  return { all: shareOf(covered.all, FRESH), unaided: shareOf(covered.unaided, FRESH) };
}

describe("the guarantee, over many resamples of simulated failures", () => {
  it.each([
    "suffix",
    "interval",
    "vanilla",
    "vanilla-raw",
    "crsvp",
    "crsvp-raw",
    "list",
    "left",
    "right",
  ] as const)("covers at least 1 - alpha with a position scorer and %s sets", async (method) => {
    const { all } = await coverage(100, 14, fitPositionScorer, method);
    expect(all.mean).toBeGreaterThanOrEqual(1 - ALPHA - slack(all));
  });

  it("covers at most 1 - alpha + 1 / (n + 1) where scores do not tie and no set is empty", async () => {
    const [resamples, n] = [inject("allRounds") ? 40 : 20, 14];
    const { unaided } = await coverage(resamples, n, (half) => fitLogitScorer(half), "vanilla");
    const most = 1 - ALPHA + 1 / (n + 1);
    expect(unaided.mean).toBeGreaterThanOrEqual(1 - ALPHA - slack(unaided));
    expect(unaided.mean).toBeLessThanOrEqual(most + slack(unaided));
  });
});

/** A failure with its first mistake, and what replays say of it. */
interface Replayed {
  readonly mistake: number;
  /** The last start from which a replay recovers; absent where none does. */
  readonly recovers?: number;
  readonly failure: LabelledTrajectory | MissedTrajectory;
}

/** How a simulated team's failures take to replays. */
interface World {
  /** Share that no replay recovers. */
  readonly unrecovered: number;
  /** Share of labels that are a range of steps, as an audit with a small budget leaves them. */
  readonly open: number;
  /** Share whose last recovering start lies after the mistake: the others outvote it. */
  readonly later: number;
}

function replayed(failure: LabelledTrajectory, world: World, random: () => number): Replayed {
  const { label, ...trajectory } = failure;
  const mistake = label.decisiveStep;
  const last = trajectory.steps.length - 1;
  const draw = random();
  // A retry that reaches back may fail by chance: the label then lies before the mistake.
  const earlier = random() < 0.15 ? Math.min(mistake, 1 + Math.floor(2 * random())) : 0;
  const later = random() < world.later ? Math.min(last - mistake, 1 + Math.floor(3 * random())) : 0;
  const recovers = later > 0 ? mistake + later : mistake - earlier;
  const before = Math.floor(3 * random());
  const after = Math.floor(3 * random());
  if (draw < world.unrecovered)
    return {
      mistake,
      failure: { ...trajectory, missed: draw < world.unrecovered / 4 ? "inconclusive" : "unrecovered" },
    };
  const isOpen = draw < world.unrecovered + world.open;
  const [first, end] = isOpen
    ? [Math.max(0, recovers - before), Math.min(last, recovers + after)]
    : [recovers, recovers];
  const range = end > first ? { lastPossibleStep: end } : {};
  const own = { decisiveStep: first, ...range, convention: "last-recovering-start" } as const;
  return { mistake, recovers, failure: { ...trajectory, label: own } };
}

/**
 * Over independent resamples: shares of fresh failures whose set holds the last recovering start, or begins at or before the first mistake. A fresh
 * failure that no replay recovers counts as one that is missed.
 */
async function replayCoverage(
  resamples: number,
  n: number,
  { method, ...world }: World & { readonly method: NonNullable<CalibrationOptions["method"]> },
) {
  const covered: Record<"start" | "mistake", number[]> = { start: [], mistake: [] };
  for (let seed = 0; seed < resamples; seed += 1) {
    const random = seededRandom(70_000 + seed);
    const drawn = sampleTrajectories(n + FRESH, 5000 + seed).map((each) => replayed(each, world, random));
    const failures = drawn.slice(FRESH).map(({ failure }) => failure);
    const calibrated = await fitAndCalibrate(
      failures.flatMap((each) => ("missed" in each ? [] : [each])),
      {
        fit: fitPositionScorer,
        seed,
        alpha: ALPHA,
        method,
        misses: failures.flatMap((each) => ("missed" in each ? [each] : [])),
      },
    );
    let [start, mistake] = [0, 0];
    for (const [at, fresh] of drawn.slice(0, FRESH).entries()) {
      const { set } = await attribute({ ...fresh.failure, id: `fresh ${seed} ${at}` }, calibrated);
      if (fresh.recovers !== undefined && set.steps.includes(fresh.recovers)) start += 1;
      if (set.range.start <= fresh.mistake) mistake += 1;
    }
    covered.start.push(start);
    covered.mistake.push(mistake);
  }
  return { start: shareOf(covered.start, FRESH), mistake: shareOf(covered.mistake, FRESH) };
}

describe("the guarantee of sets calibrated on labels by replay", () => {
  const resamples = inject("allRounds") ? 400 : 100;

  it.each([
    ["suffix", 0, 0],
    ["suffix", 0.08, 0],
    ["suffix", 0.08, 0.3],
    ["left", 0.08, 0.3],
    ["interval", 0.08, 0.3],
    ["list", 0.08, 0.3],
    ["crsvp", 0.08, 0.3],
    ["selected", 0.08, 0],
  ] as const)(
    "covers the last recovering start with %s sets, where a share of %d is not recovered and one of %d is a range",
    async (method, unrecovered, open) => {
      const { start } = await replayCoverage(resamples, 39, { method, unrecovered, open, later: 0.1 });
      expect(start.mean).toBeGreaterThanOrEqual(1 - ALPHA - slack(start));
    },
  );

  it("is not about the first mistake, which sets miss more often than alpha where labels lie after it", async () => {
    const { mistake, start } = await replayCoverage(3 * resamples, 39, {
      method: "suffix",
      unrecovered: 0,
      open: 0,
      later: 0.6,
    });
    expect(start.mean).toBeGreaterThanOrEqual(1 - ALPHA - slack(start));
    expect(mistake.mean).toBeLessThan(1 - ALPHA - slack(mistake));
  });
});
