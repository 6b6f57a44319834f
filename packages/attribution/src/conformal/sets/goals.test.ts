import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  calibrateSets,
  conformalQuantile,
  type LabelledRun,
  nonconformity,
  seededRandom,
  type SetGoal,
} from "../index.ts";
import { claimedSet } from "../claimed-set.ts";
import { meanRecallThreshold } from "../mean-recall-threshold.ts";
import { recallNonconformity } from "../recall-nonconformity.ts";
import { weightedQuantile } from "../weighted-quantile.ts";

const TRIALS = 2000;

interface Failure {
  readonly stepScores: readonly number[];
  readonly decisives: readonly number[];
}

/** Runs of 4 to 12 steps with 1 to 4 errors, which score somewhat higher than the rest. */
function drawFailure(random: () => number): Failure {
  const length = 4 + Math.floor(9 * random());
  const count = 1 + Math.floor(4 * random());
  const decisives = [...new Set(Array.from({ length: count }, () => Math.floor(length * random())))];
  const stepScores = Array.from({ length }, (_, step) => random() * (decisives.includes(step) ? 1 : 0.6));
  return { stepScores, decisives };
}

const options = { method: "left" } as const;

function scored({ stepScores, decisives }: Failure) {
  return { scores: nonconformity(stepScores, options), decisives };
}

const asRun = ({ decisives, stepScores }: Failure, draw: number): LabelledRun => ({
  stepScores,
  decisiveSteps: decisives,
  draw,
});

/** Recall of a fresh run's set at each of `TRIALS` calibrations on n runs. */
function recalls(n: number, seed: number, goal: SetGoal, alpha: number) {
  const random = seededRandom(seed);
  const drawRun = () => asRun(drawFailure(random), Math.floor(2 ** 32 * random()));
  return Array.from({ length: TRIALS }, () => {
    const sets = calibrateSets(Array.from({ length: n }, drawRun), { ...options, goal, alpha });
    const fresh = drawRun();
    const { steps } = sets.setOf(fresh);
    return fresh.decisiveSteps.filter((step) => steps.includes(step)).length / fresh.decisiveSteps.length;
  });
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const slack = (share: number) => 4 * Math.sqrt((share * (1 - share)) / TRIALS);

describe("a set for a share of several errors", () => {
  it.each([
    { share: 0.5, alpha: 0.2 },
    { share: 0.75, alpha: 0.3 },
    { share: 1, alpha: 0.1 },
  ])("holds $share of them with probability 1 - $alpha, rank / (n + 1) to be exact", ({ share, alpha }) => {
    const reached = recalls(19, 31, share, alpha).filter((recall) => recall >= share - 1e-9);
    expect(Math.abs(reached.length / TRIALS - (1 - alpha))).toBeLessThan(slack(1 - alpha));
  });

  it("holds, at or above the run's own nonconformity, the share, and below it less", () => {
    const steps = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 12 });
    const cases = steps.chain((scores) =>
      fc.tuple(
        fc.constant(scores),
        fc.array(fc.nat({ max: scores.length - 1 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 100 }),
      ),
    );
    fc.assert(
      fc.property(cases, ([scores, decisives, percent]) => {
        const share = percent / 100;
        const errors = [...new Set(decisives)].map((step) => scores[step] ?? Number.NaN);
        const recall = (cut: number) => errors.filter((score) => score <= cut).length / errors.length;
        const own = recallNonconformity(scores, decisives, share);
        expect(recall(own)).toBeGreaterThanOrEqual(share - 1e-9);
        expect(recall(own - 0.5)).toBeLessThan(share);
      }),
    );
  });

  it("takes the ceil(b |Y|)-th smallest, where b |Y| rounds up by accident", () => {
    const ten = Array.from({ length: 10 }, (_, step) => step);
    expect(0.07 * 100).toBeGreaterThan(7);
    const hundred = Array.from({ length: 100 }, (_, step) => step);
    expect(recallNonconformity(hundred, hundred, 0.07)).toBe(6);
    expect(recallNonconformity(ten, ten, 0.65)).toBe(6);
    expect(recallNonconformity(ten, [9, 9, 0], 0.5)).toBe(0);
  });

  it("is the ordinary set where each run has one error", () => {
    const random = seededRandom(5);
    const failures = Array.from({ length: 30 }, (_, draw) => {
      const failure = drawFailure(random);
      return asRun({ ...failure, decisives: failure.decisives.slice(0, 1) }, draw);
    });
    const run = asRun(drawFailure(random), 99);
    const ordinary = calibrateSets(failures, { ...options, alpha: 0.2 }).setOf(run);
    const { reason, ...set } = calibrateSets(failures, { ...options, alpha: 0.2, goal: 0.3 }).setOf(run);
    expect(ordinary).toMatchObject(set);
    expect(reason).toMatch(
      /such sets are promised to contain 0\.3 or more of a run's decisive steps, and 0\.8 on average over calibrations\.$/,
    );
  });

  it("needs only the earliest error for a rollback: a suffix that holds it holds them all", () => {
    const random = seededRandom(6);
    for (let trial = 0; trial < 500; trial += 1) {
      const { stepScores, decisives } = drawFailure(random);
      const scores = nonconformity(stepScores, { method: "suffix" });
      expect(recallNonconformity(scores, decisives, 1)).toBe(scores[Math.min(...decisives)]);
    }
  });

  it.each([
    [[], 0.5, "Expected `decisives` to hold at least one step, got 0."],
    [[3], 0.5, "Expected `decisives` to be steps in [0, 1], got 3."],
    [[0], 0, "Expected `share` in (0, 1], got 0."],
    [[1], 0.5, "Expected `scores[1]` to be finite, got NaN."],
  ])("refuses errors %j at share %d", (decisives, share, message) => {
    expect(() => recallNonconformity([0.5, Number.NaN], decisives, share)).toThrow(new RangeError(message));
  });
});

describe("a set for the mean recall", () => {
  it.each([0.1, 0.2, 0.4])("leaves out at most %d of a run's errors on average", (alpha) => {
    const missed = 1 - mean(recalls(19, 33, "mean", alpha));
    expect(missed).toBeLessThan(alpha + slack(alpha));
    // At most 2 / (n + 1) less than alpha: the sets are no larger than they have to be.
    expect(missed).toBeGreaterThan(alpha - 2 / 20 - slack(alpha));
  });

  it("is inf{q : (sum (1 - recall_i(q)) + 1) / (n + 1) <= alpha}", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 25 }),
        fc.integer({ min: 1, max: 99 }),
        (seed, n, percent) => {
          const alpha = percent / 100;
          const random = seededRandom(seed);
          const failures = Array.from({ length: n }, () => scored(drawFailure(random)));
          const risk = (cut: number) => {
            const losses = failures.map(({ scores, decisives }) => {
              const out = decisives.filter((step) => (scores[step] ?? Number.NaN) > cut);
              return out.length / decisives.length;
            });
            return (losses.reduce((a, b) => a + b, 0) + 1) / (n + 1);
          };
          const cuts = failures.flatMap(({ scores, decisives }) =>
            decisives.map((step) => scores[step] ?? 0),
          );
          const allowed = cuts.filter((cut) => risk(cut) <= alpha + 1e-9);
          expect(meanRecallThreshold(failures, { alpha }).value).toBe(Math.min(Infinity, ...allowed));
        },
      ),
    );
  });

  it("is the conformal quantile where each run has one error", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { maxLength: 30 }),
        fc.integer({ min: 0, max: 95 }),
        (scores, percent) => {
          const failures = scores.map((score) => ({ scores: [score], decisives: [0] }));
          expect(meanRecallThreshold(failures, { alpha: percent / 100 }).value).toBe(
            conformalQuantile(scores, percent / 100),
          );
        },
      ),
    );
  });

  it("says what it promises, and when labels are too few", () => {
    const failures = Array.from({ length: 9 }, (_, index) => ({ scores: [index], decisives: [0] }));
    expect(meanRecallThreshold(failures, { alpha: 0.2 })).toMatchObject({
      value: 7,
      level: 0.8,
      guarantee: "exact",
      reason:
        "From 9 labelled failures: on average such sets are promised to contain at least 0.8 of a run's errors.",
    });
    expect(meanRecallThreshold(failures, { alpha: 0.05 })).toMatchObject({
      level: 1,
      trivial: { needed: 19 },
    });
    expect(meanRecallThreshold([], { alpha: 0 }).trivial).toBeUndefined();
  });
});

describe("claimedSet", () => {
  const claim = meanRecallThreshold(
    Array.from({ length: 9 }, (_, index) => ({ scores: [index / 10], decisives: [0] })),
    { alpha: 0.2 },
  );

  it("is the steps at or below the threshold, with the threshold's own promise", () => {
    const set = claimedSet(nonconformity([3, 0.9, 0.1, 0.7], options), options.method, claim);
    expect(set).toEqual({
      steps: [1, 2, 3],
      range: { start: 1, end: 3 },
      level: 0.8,
      guarantee: "exact",
      reason: `Steps 2 to 4, by left. ${claim.reason}`,
    });
  });

  it("is every step, with the reason, where the threshold is infinite", () => {
    const full = meanRecallThreshold([], { alpha: 0.2 });
    expect(claimedSet(nonconformity([1, 2, 3], options), options.method, full)).toMatchObject({
      range: { start: 0, end: 2 },
      level: 1,
      trivial: { needed: 4 },
      reason: "Every step is in the set: alpha 0.2 needs 4 labelled failures or more, and there are 0.",
    });
  });

  it("says when a step stands in", () => {
    const set = claimedSet(nonconformity([5, 5, 5], options), options.method, claim);
    expect(set.steps).toEqual([2]);
    expect(set.reason).toMatch(
      /Here no step is at or below the threshold 0\.7; step 3, the closest, stands in\.$/,
    );
  });

  it("refuses a threshold of NaN", () => {
    expect(() =>
      claimedSet(nonconformity([1], options), options.method, { ...claim, value: Number.NaN }),
    ).toThrow(new RangeError("Expected `claim.value` to be a number, got NaN."));
  });
});

describe("a mean over errors", () => {
  // Ten failures, each as likely to be the fresh one: one has two errors, of which the farther is beyond all others.
  const bag = [[0.5, 30], [20], ...Array.from({ length: 8 }, () => [0])];
  const ALPHA = 0.175;

  /** Mean share of errors that are missed, over which failure is the fresh one and over u. */
  function missed(draws: readonly (number | undefined)[]): number {
    const losses = bag.flatMap((fresh, place) =>
      draws.map((u) => {
        const others = bag.toSpliced(place, 1);
        const { value } = weightedQuantile(
          others.flat(),
          others.flatMap((errors) => errors.map(() => 1 / errors.length)),
          1,
          ALPHA,
          u,
        );
        return fresh.filter((error) => error > value).length / fresh.length;
      }),
    );
    return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
  }

  it("is not drawn, since a drawn one may miss more than alpha", () => {
    expect(missed([undefined])).toBeLessThanOrEqual(ALPHA);
    expect(missed(Array.from({ length: 200 }, (_, index) => (index + 0.5) / 200))).toBeCloseTo(0.1875, 9);
  });
});
