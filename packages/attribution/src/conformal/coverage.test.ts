import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import {
  calibrateThreshold,
  conformalQuantile,
  conformalRank,
  nonconformity,
  predictionSet,
  seededRandom,
} from "./index.ts";
import type { ConformalOptions } from "./conformal-options.ts";
import { everyMethod, titled } from "./fixtures/every-method.ts";

interface Failure {
  readonly scores: readonly number[];
  readonly decisive: number;
  /** For `crsvp`: each failure has its own. */
  readonly draw: number;
}

/** Runs of 3 to 12 steps; the scores point at the decisive step a little, and lie about as often. */
function drawFailure(random: () => number): Failure {
  const length = 3 + Math.floor(10 * random());
  const decisive = Math.floor(length * random() ** 1.5);
  const scores = Array.from({ length }, (_, step) => random() * (step === decisive ? 1 : 0.7));
  return { scores, decisive, draw: random() };
}

function drawFailures(count: number, random: () => number): readonly Failure[] {
  return Array.from({ length: count }, () => drawFailure(random));
}

function atDecisive({ scores, decisive, draw }: Failure, options: ConformalOptions): number {
  return nonconformity(scores, { ...options, draw })[decisive] ?? Number.NaN;
}

/** Calibrates on n failures, predicts for one more, and asks whether its set holds the decisive step. */
function covers(calibration: readonly Failure[], fresh: Failure, options: ConformalOptions, alpha: number) {
  const scores = calibration.map((failure) => atDecisive(failure, options));
  const set = predictionSet(fresh.scores, {
    ...calibrateThreshold(scores, { ...options, alpha }),
    draw: fresh.draw,
  });
  return { covered: set.steps.includes(fresh.decisive), byFallback: set.fallback !== undefined };
}

const TRIALS = inject("allRounds") ? 3000 : 1000;
const SETTINGS = [
  { n: 9, alpha: 0.2 },
  { n: 14, alpha: 0.3 },
  { n: 6, alpha: 0.5 },
];

/** The same draws for every method, made once. */
const samples = new Map(
  SETTINGS.map(({ n }) => {
    const random = seededRandom(20_260_101 + n);
    return [n, Array.from({ length: TRIALS }, () => drawFailures(n + 1, random))];
  }),
);

/** Four standard deviations of a mean of coin tosses. */
const slack = (level: number, trials: number) => 4 * Math.sqrt((level * (1 - level)) / trials);

describe.each(titled(everyMethod))("coverage of $title", ({ options }) => {
  it.each(SETTINGS)(
    "is k / (n + 1) on average where scores do not tie, n = $n, alpha = $alpha",
    ({ n, alpha }) => {
      const random = seededRandom(n);
      const level = conformalRank(n, alpha) / (n + 1);
      let hits = 0;
      for (const sample of samples.get(n) ?? []) {
        // suffix and prefix tie at level 1, where a whole run is one block: a seeded jitter of 1e-9 breaks that.
        const scores = sample.map((failure) => atDecisive(failure, options) + 1e-9 * random());
        const [fresh = Number.NaN, ...calibration] = scores;
        if (fresh <= conformalQuantile(calibration, alpha)) hits += 1;
      }
      expect(Math.abs(hits / TRIALS - level)).toBeLessThan(slack(level, TRIALS));
    },
  );

  it("by prediction sets, ties and fallbacks included, is never below k / (n + 1)", () => {
    const level = conformalRank(9, 0.2) / 10;
    const trials = (samples.get(9) ?? []).slice(0, 2000);
    let hits = 0;
    for (const [fresh, ...calibration] of trials) {
      if (fresh !== undefined && covers(calibration, fresh, options, 0.2).covered) hits += 1;
    }
    expect(hits / trials.length).toBeGreaterThan(level - slack(level, trials.length));
  });

  it("is exactly k of n + 1 failures, and those that tie with the k-th, each held out in turn", () => {
    let untied = 0;
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 99 }),
        (seed, n, percent) => {
          const alpha = percent / 100;
          const random = seededRandom(seed);
          const failures = drawFailures(n + 1, random);
          const rank = conformalRank(n, alpha);
          const outcomes = failures.map((fresh, index) =>
            covers(failures.toSpliced(index, 1), fresh, options, alpha),
          );
          const hits = outcomes.filter(({ covered }) => covered).length;
          const certain = outcomes.filter(({ covered, byFallback }) => covered && !byFallback).length;
          const scores = failures.map((failure) => atDecisive(failure, options)).toSorted((a, b) => a - b);
          const kth = scores[rank - 1] ?? Number.NaN;
          expect(certain).toBe(scores.filter((score) => score <= kth).length);
          expect(hits).toBeGreaterThanOrEqual(certain);
          expect(certain).toBeGreaterThanOrEqual(rank);
          // Without ties exactly k are at or below the k-th.
          if (new Set(scores).size > n) untied += 1;
        },
      ),
      { seed: 42 },
    );
    expect(untied).toBeGreaterThan(0);
  });
});

describe("coverage with tied scores", () => {
  it.each(titled(everyMethod))(
    "is at least k of n + 1 failures with few distinct scores: $title",
    ({ options }) => {
      const failure = fc.array(fc.constantFrom(0, 0.5, 1), { minLength: 1, maxLength: 6 }).chain((scores) =>
        fc.record({
          scores: fc.constant(scores),
          decisive: fc.nat({ max: scores.length - 1 }),
          draw: fc.constantFrom(0, 0.5, 0.9),
        }),
      );
      fc.assert(
        fc.property(
          fc.array(failure, { minLength: 1, maxLength: 12 }),
          fc.integer({ min: 0, max: 99 }),
          (failures, percent) => {
            const alpha = percent / 100;
            const hits = failures.filter(
              (fresh, index) => covers(failures.toSpliced(index, 1), fresh, options, alpha).covered,
            );
            expect(hits.length).toBeGreaterThanOrEqual(conformalRank(failures.length - 1, alpha));
          },
        ),
      );
    },
  );
});
