import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { drawInformative } from "../fixtures/draw-failure.ts";
import { shareOf } from "../fixtures/share-of.ts";
import {
  calibrateSets,
  calibrateThreshold,
  CONFORMAL_METHODS,
  type ConformalMethod,
  labelsU,
  type LabelledRun,
  seededRandom,
  type SetMethod,
} from "../index.ts";
import { nonconformitiesBy } from "./run-nonconformity.ts";
import { isRankDrawn } from "../conformal-rank.ts";
import { coveredBy } from "../evaluation/covered-by.ts";

const EVERY: readonly SetMethod[] = [...CONFORMAL_METHODS, "selected"];
const ALPHAS = [0.05, 0.1, 0.17, 0.2, 0.35] as const;
const SIZES = inject("allRounds") ? [4, 9, 13, 18, 24, 27] : [4, 9, 13];

/** Failures that each calibration is tried on. */
const FRESH = 10;

/** Standard errors that a rate may be off: some 240 rates are compared, of which one in 740 would be off by three of them by chance. */
const ERRORS = 4;

/** So many calibrations that the standard error of a rate near alpha is about an eighth of a rank at the most. */
const roundsFor = (n: number, alpha: number): number =>
  Math.ceil(alpha * (1 - alpha) * (1 / (n + 2) + 1 / FRESH) * (8 * (n + 1)) ** 2);
const mostRounds = (n: number): number => Math.max(...ALPHAS.map((alpha) => roundsFor(n, alpha)));

/** Runs with names of their own, and their scores as they are or rounded to marks, of which many are equal. */
function drawRun(random: () => number, marks?: number): LabelledRun {
  const { decisiveStep, stepScores } = drawInformative(random);
  const rounded =
    marks === undefined ? stepScores : stepScores.map((score) => Math.round(score * marks) / marks);
  return { stepScores: rounded, decisiveSteps: [decisiveStep], draw: Math.floor(2 ** 32 * random()) };
}

/** How many of the fresh failures have a nonconformity at or below the threshold, round by round, and how many one that is below it. */
interface Hits {
  readonly all: number[];
  readonly below: number[];
}

function measure(method: ConformalMethod, n: number): ReadonlyMap<number, Hits> {
  const random = seededRandom(n);
  const hits = new Map(ALPHAS.map((alpha): [number, Hits] => [alpha, { all: [], below: [] }]));
  const atLabel = (run: LabelledRun) =>
    nonconformitiesBy({ method })(run)[run.decisiveSteps[0] ?? -1] ?? Number.NaN;
  for (let round = 0; round < mostRounds(n); round += 1) {
    const failures = Array.from({ length: n }, () => drawRun(random));
    const values = failures.map(atLabel);
    const u = labelsU(failures.map(({ draw }) => draw)) ?? Number.NaN;
    const fresh = Array.from({ length: FRESH }, () => atLabel(drawRun(random)));
    for (const [alpha, { all, below }] of hits) {
      const { value } = calibrateThreshold(values, { method, alpha, u });
      all.push(fresh.filter((each) => each <= value).length);
      below.push(fresh.filter((each) => each < value).length);
    }
  }
  return hits;
}

describe("the drawn rank", () => {
  describe.each(SIZES)("of %i labels", (n) => {
    it.each(CONFORMAL_METHODS)("covers 1 - alpha by %s, no more and no less", (method) => {
      for (const [alpha, hits] of measure(method, n)) {
        const isFull = alpha * (n + 1) < 1;
        const expected = isFull ? 1 : 1 - alpha;
        const [all, below] = [shareOf(hits.all, FRESH), shareOf(hits.below, FRESH)];
        expect.soft(all.mean, `alpha ${alpha}`).toBeGreaterThanOrEqual(expected - ERRORS * all.error);
        // Runs of equal steps are the only ones that add to it.
        expect.soft(below.mean, `alpha ${alpha}`).toBeLessThanOrEqual(expected + ERRORS * below.error);
      }
    });
  });

  const rounds = inject("allRounds") ? 500 : 100;
  it.each(EVERY)("covers at least 1 - alpha by sets of %s, ties and stand-ins included", (method) => {
    const random = seededRandom(7);
    for (const { marks, n } of [
      { n: 13, marks: 3 },
      { n: 18, marks: 1 },
    ]) {
      const alpha = 0.2;
      const covered = Array.from({ length: rounds }, () => {
        const failures = Array.from({ length: n }, () => drawRun(random, marks));
        const sets = calibrateSets(failures, { method, alpha });
        const fresh = Array.from({ length: FRESH }, () => drawRun(random, marks));
        return fresh.reduce((sum, each) => sum + coveredBy(sets.setOf(each).steps, each), 0);
      });
      const { error, mean } = shareOf(covered, FRESH);
      expect(mean, `${n} labels, ${marks} marks`).toBeGreaterThanOrEqual(1 - alpha - 3 * error);
    }
  });

  it("stands in the set with its level and the average, where it could be another", () => {
    const random = seededRandom(1);
    const failures = Array.from({ length: 18 }, () => drawRun(random));
    const u = labelsU(failures.map(({ draw }) => draw));
    const setAt = (alpha: number, more = {}) =>
      calibrateSets(failures, { method: "left", alpha, ...more }).setOf(drawRun(random));
    expect(isRankDrawn(18, 0.1)).toBe(true);
    const set = setAt(0.1);
    expect(set.drawn).toEqual({ u, average: 0.9 });
    expect(set.level).toBe((u ?? 0) < 0.9 ? 17 / 19 : 18 / 19);
    expect(set.reason).toContain(
      "are promised to contain the decisive step, and 0.9 on average over calibrations.",
    );
    for (const plain of [setAt(0.05), setAt(3 / 19), setAt(0.1, { delta: 0.3 }), setAt(0.1, { trim: true })])
      expect(plain).not.toHaveProperty("drawn");
    expect(setAt(0.1, { trim: true })).toMatchObject({ level: 0.9 });
  });
});

describe("the name of a run", () => {
  const scores = fc.array(fc.constantFrom(0, 0.1, 0.4, 0.8), { minLength: 1, maxLength: 8 });
  const failure = scores.chain((stepScores) =>
    fc.record({
      stepScores: fc.constant(stepScores),
      decisiveSteps: fc.nat({ max: stepScores.length - 1 }).map((step) => [step]),
      draw: fc.nat(),
    }),
  );
  const methods = fc.constantFrom(...EVERY.filter((method) => !method.startsWith("crsvp")));

  it("has no part in its set, also where its steps are equal to those of a labelled run", () => {
    const rates = fc.constantFrom({}, { plantedRates: { errorRate: 0.05, successRate: 0.6 } });
    fc.assert(
      fc.property(
        fc.array(failure, { minLength: 4, maxLength: 12 }),
        methods,
        rates,
        fc.tuple(fc.nat(), fc.nat()),
        (failures, method, more, [one, other]) => {
          const planted = failures.map((each, at) => (at % 2 === 0 ? { ...each, planted: true } : each));
          const rest = method === "selected" ? {} : more;
          const sets = calibrateSets(planted, { method, alpha: 0.3, ...rest });
          for (const { stepScores } of failures)
            expect(sets.setOf({ stepScores, draw: one })).toEqual(sets.setOf({ stepScores, draw: other }));
        },
      ),
      { numRuns: 300 },
    );
  });
});
