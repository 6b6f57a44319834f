import { describe, expect, inject, it } from "vitest";
import { calibrateSets, filterSteps, type LabelledRun, seededRandom, type SetMethod } from "../index.ts";
import { tieBreaking } from "../sets/run-nonconformity.ts";
import { type Evaluation, evaluateSplits, evaluationTally } from "./index.ts";
import { outcomeOf, splitSets } from "./split-sets.ts";

const EVERY: readonly SetMethod[] = [
  "vanilla",
  "vanilla-raw",
  "crsvp",
  "crsvp-raw",
  "left",
  "right",
  "two-way",
  "interval",
  "suffix",
  "prefix",
  "list",
  "selected",
];

/** Failures of 1 to 24 steps whose scores say something about an error that tends to come early. */
function drawFailures(n: number, seed: number): readonly LabelledRun[] {
  const random = seededRandom(seed);
  return Array.from({ length: n }, () => {
    const length = 1 + Math.floor(24 * random());
    const decisiveStep = Math.floor(length * random() ** 2);
    const stepScores = Array.from({ length }, (_, step) => random() + (step === decisiveStep ? 0.5 : 0));
    return { stepScores, decisiveSteps: [decisiveStep], draw: Math.floor(2 ** 32 * random()) };
  });
}

describe("evaluateSplits", () => {
  const failures = drawFailures(60, 1);
  const splits = inject("allRounds") ? 400 : 100;

  /** Within the band, give or take what stands in for empty sets and the luck of these splits, and what ties add. */
  function expectInBand({ band, methods }: Evaluation, ties = 0) {
    for (const method of EVERY) {
      const { coverage, empty } = methods[method] ?? {};
      expect.soft(coverage?.mean, method).toBeGreaterThan(band.lower - 0.01);
      expect.soft((coverage?.mean ?? 1) - (empty?.mean ?? 0), method).toBeLessThan(band.upper + 0.01 + ties);
    }
  }

  it("covers 1 - alpha on average by every method, apart from what stands in for empty sets", () => {
    const evaluation = evaluateSplits(failures, { methods: EVERY, alpha: 0.2, splits });
    expect(evaluation.level).toBeCloseTo(0.8, 2);
    expect(evaluation.band.upper).toBeCloseTo(0.8, 9);
    expectInBand(evaluation);
  });

  it("covers k / (n + 1) where `trim` draws no rank", () => {
    const evaluation = evaluateSplits(failures, { methods: EVERY, alpha: 0.2, splits, trim: true });
    expect(evaluation.level).toBeCloseTo(24 / 30, 9);
    expect(evaluation.band.upper).toBeCloseTo(0.8 + 1 / 30, 9);
    expectInBand(evaluation);
  });

  it("covers hardly more where all scores are equal: mistakes at one place of equally long runs tie", () => {
    const equal = failures.map((failure) => ({
      ...failure,
      stepScores: failure.stepScores.map(() => 1),
    }));
    const evaluation = evaluateSplits(equal, { methods: EVERY, alpha: 0.2, splits });
    expectInBand(evaluation, 0.01);
    const { methods } = evaluation;
    expect(methods.suffix?.positionOnly).toBe(1);
    expect(methods.suffix?.removalRate).toEqual(methods.left?.removalRate);
  });

  it("gives the same figures for the same seed, and others for another", () => {
    const options = { methods: EVERY, alpha: 0.3, splits: 5 } as const;
    const first = evaluateSplits(failures, { ...options, seed: 4 });
    expect(evaluateSplits(failures, { ...options, seed: 4 })).toEqual(first);
    expect(evaluateSplits(failures, { ...options, seed: 5 })).not.toEqual(first);
  });

  it("gives full sets, for no scorer calls of filtration, where labels are too few for alpha", () => {
    const few = failures.slice(0, 6);
    const { band, level, methods } = evaluateSplits(few, { methods: EVERY, alpha: 0.2, splits: 3 });
    expect({ band, level }).toEqual({ band: { lower: 0.8, upper: 1 }, level: 1 });
    for (const method of EVERY) {
      expect(methods[method]).toMatchObject({
        coverage: { mean: 1, std: 0 },
        removalRate: { mean: 0, std: 0 },
        rollbackCoverage: { mean: 1 },
        redoCost: { mean: 1 },
      });
    }
    expect(methods.left?.nfe.mean).toBe(0);
    expect(methods.vanilla?.nfe.mean).toBeGreaterThan(0);
  });

  it("gives a Clopper-Pearson interval for one split only, whose counts are independent", () => {
    const options = { methods: ["left"], alpha: 0.2 } as const;
    const one = evaluateSplits(failures, { ...options, splits: 1 }).methods.left;
    expect(one?.confidence?.lower).toBeLessThan(one?.coverage.mean ?? 0);
    expect(one?.confidence?.upper).toBeGreaterThan(one?.coverage.mean ?? 1);
    expect(evaluateSplits(failures, { ...options, splits: 2 }).methods.left?.confidence).toBeUndefined();
  });

  it("tells coverage by position, length and group, over the same predictions", () => {
    const grouped = failures.map((example, index) => ({ ...example, group: index % 2 ? "odd" : "even" }));
    const { methods } = evaluateSplits(grouped, { methods: ["two-way"], alpha: 0.2, splits: 50 });
    const { byGroup = [], byLength = [], byPosition = [], coverage } = methods["two-way"] ?? {};
    for (const bins of [byGroup, byLength, byPosition]) {
      const count = bins.reduce((sum, bin) => sum + bin.count, 0);
      expect(count).toBe(50 * 30);
      const covered = bins.reduce((sum, bin) => sum + bin.count * bin.coverage, 0);
      expect(covered / count).toBeCloseTo(coverage?.mean ?? Number.NaN, 9);
    }
    expect(byPosition[0]?.label).toBe("0.0-0.2");
    expect(byLength.map(({ label }) => label)).toEqual(["1", "2", "3-4", "5-8", "9-16", "17-32"]);
    expect(byGroup.map(({ label }) => label).toSorted()).toEqual(["even", "odd"]);
  });

  it("calibrates each group apart, so that a group too small for alpha gets full sets", () => {
    const grouped = failures.map((example, index) => ({ ...example, group: index < 4 ? "few" : "many" }));
    const { methods } = evaluateSplits(grouped, { methods: ["right", "selected"], alpha: 0.2, splits: 20 });
    for (const { byGroup = [] } of [methods.right ?? {}, methods.selected ?? {}]) {
      expect(byGroup.find(({ label }) => label === "few")).toMatchObject({ coverage: 1, removalRate: 0 });
      expect(byGroup.find(({ label }) => label === "many")?.removalRate).toBeGreaterThan(0);
    }
  });

  it.each([
    [{ alpha: 1 }, "Expected `alpha` in [0, 1), got 1."],
    [{ splits: 0 }, "Expected at least one split, got 0."],
  ])("refuses %j", (change, message) => {
    expect(() => evaluateSplits(failures, { methods: ["left"], alpha: 0.2, ...change })).toThrow(
      new RangeError(message),
    );
  });

  it("refuses a label outside its trajectory and fewer than two examples", () => {
    const options = { methods: ["left"], alpha: 0.2, splits: 1 } as const;
    const outside = { stepScores: [1], decisiveSteps: [1], draw: 0 };
    expect(() => evaluateSplits([outside, outside], options)).toThrow(
      new RangeError("Expected `decisiveStep` to be a whole number in [0, 0], got 1."),
    );
    expect(() => evaluateSplits([{ ...outside, decisiveSteps: [0] }], options)).toThrow(
      new RangeError("Expected `n` to be a whole number >= 2, got 1."),
    );
  });
});

describe("one calibration", () => {
  const calibration = drawFailures(20, 2);
  const test = drawFailures(30, 3);
  const ALPHAS = [0.02, 0.2, 0.6, 0.95];

  it.each(EVERY)("of %s counts what the sets of calibrateSets hold", (method) => {
    for (const alpha of ALPHAS) {
      const options = { method, alpha };
      const sets = calibrateSets(calibration, options);
      for (const each of splitSets({ calibration, test }, options)) {
        const { range, steps } = sets.setOf(each.run);
        const [decisive = -1] = each.run.decisiveSteps;
        const length = each.run.stepScores.length;
        expect(outcomeOf(each, options)).toMatchObject({
          covered: steps.includes(decisive) ? 1 : 0,
          removalRate: 1 - steps.length / length,
          rollbackCovered: range.start <= decisive,
          redoCost: 1 - range.start / length,
        });
      }
    }
  });

  it.each(["left", "right"] as const)("of %s counts the scorer calls of filterSteps", async (method) => {
    for (const alpha of ALPHAS) {
      const options = { method, alpha };
      const threshold = calibrateSets(calibration, options).thresholdFor({});
      for (const each of splitSets({ calibration, test }, options)) {
        const { stepScores } = each.run;
        if (threshold === undefined) throw new Error("Expected one threshold.");
        const { nfe } = await filterSteps({
          length: stepScores.length,
          direction: method,
          scoreStep: (step) => stepScores[step] ?? Number.NaN,
          threshold: { ...threshold, aggregation: tieBreaking({}) },
        });
        expect(outcomeOf(each, options).nfe).toBe(nfe);
      }
    }
  });
});

describe("evaluationTally", () => {
  it("takes scores that differ from split to split", () => {
    const tally = evaluationTally({ methods: ["interval"], alpha: 0.2 });
    for (let split = 0; split < 3; split += 1)
      tally.add({ calibration: drawFailures(19, split), test: drawFailures(10, 10 + split) });
    expect(tally.result()).toMatchObject({ splits: 3, level: expect.closeTo(0.8, 9) });
  });

  it("counts a share of the decisive steps where the goal is their mean", () => {
    const run = { stepScores: [1, 0, 0, 0], decisiveSteps: [0, 3], draw: 1 };
    const set = {
      steps: [0],
      range: { start: 0, end: 0 },
      level: 0.8,
      guarantee: "exact",
      reason: "",
    } as const;
    const covered = (goal: "first" | "mean" | number) =>
      outcomeOf({ run, set }, { method: "left", alpha: 0.2, goal }).covered;
    expect([covered("first"), covered("mean"), covered(0.5), covered(0.6)]).toEqual([1, 0.5, 1, 0]);
  });
});
