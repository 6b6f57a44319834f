import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { drawInformative, drawMany, drawUninformative } from "./fixtures/draw-failure.ts";
import {
  calibrateThreshold,
  conformalRank,
  nonconformity,
  predictionSet,
  prepareSelection,
  type Threshold,
} from "./index.ts";
import type { LabelledScores } from "./labelled-scores.ts";
import type { SelectionOptions } from "./select-set.ts";
import type { SelectionCost } from "./cost-curve.ts";
import { seededRandom } from "./seeded-random.ts";

const selectSet = (
  calibration: readonly LabelledScores[],
  stepScores: readonly number[],
  options: SelectionOptions,
) => prepareSelection(calibration, options)(stepScores);

const METHODS = ["left", "right", "two-way", "interval", "suffix", "prefix"] as const;
const ALPHA = 0.2;
const FRESH = 10;

const calibrated = (calibration: readonly LabelledScores[], method: (typeof METHODS)[number]) =>
  calibrateThreshold(
    calibration.map((failure) => nonconformity(failure.stepScores, { method })[failure.decisiveStep] ?? 0),
    { method, alpha: ALPHA },
  );

function shareOf({ stepScores }: LabelledScores, threshold: Threshold, cost: SelectionCost): number {
  const { start, end } = predictionSet(stepScores, threshold).range;
  return (cost === "size" ? end - start + 1 : stepScores.length - start) / stepScores.length;
}

/** A wrong way: the threshold of the method that costs least on the calibration set. */
function bestOnCalibration(calibration: readonly LabelledScores[], cost: SelectionCost): Threshold {
  const costs = METHODS.map((method) => {
    const threshold = calibrated(calibration, method);
    const total = calibration.reduce((sum, failure) => sum + shareOf(failure, threshold, cost), 0);
    return { threshold, total };
  });
  return costs.reduce((a, b) => (b.total < a.total ? b : a)).threshold;
}

/** Coverage over `calibrations` draws of n failures, with ten fresh ones for each. */
function coverages(n: number, calibrations: number, cost: SelectionCost, seed: number) {
  const random = seededRandom(seed);
  const hits = { selected: 0, naive: 0 };
  for (let draw = 0; draw < calibrations; draw += 1) {
    const calibration = drawMany(n, drawUninformative, random);
    const select = prepareSelection(calibration, { methods: METHODS, alpha: ALPHA, cost });
    const naive = bestOnCalibration(calibration, cost);
    for (const { stepScores, decisiveStep } of drawMany(FRESH, drawUninformative, random)) {
      if (select(stepScores).steps.includes(decisiveStep)) hits.selected += 1;
      if (predictionSet(stepScores, naive).steps.includes(decisiveStep)) hits.naive += 1;
    }
  }
  return { selected: hits.selected / (FRESH * calibrations), naive: hits.naive / (FRESH * calibrations) };
}

describe("selectSet, over thousands of simulated failures", () => {
  it.each([
    { n: 20, calibrations: inject("allRounds") ? 800 : 200, naiveAtMost: 0.75 },
    { n: 92, calibrations: inject("allRounds") ? 200 : 50, naiveAtMost: 0.78 },
  ])(
    "covers 1 - alpha from $n failures, where the best method on the calibration set does not",
    ({ n, calibrations, naiveAtMost }) => {
      const { selected, naive } = coverages(n, calibrations, "size", 20_260_117);
      const level = conformalRank(n, ALPHA) / (n + 1);
      const slack = 4 * Math.sqrt((level * (1 - level)) / (FRESH * calibrations));
      expect(selected).toBeGreaterThan(level - slack);
      expect(naive).toBeLessThan(naiveAtMost);
    },
  );
});

const options = fc.record({
  methods: fc.shuffledSubarray([...METHODS, "vanilla", "list"] as const, { minLength: 1 }),
  alpha: fc.integer({ min: 5, max: 95 }).map((percent) => percent / 100),
  cost: fc.constantFrom("size" as const, "start" as const),
});
const failure = fc
  .oneof(
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
    fc.array(fc.constantFrom(0, 0.5, 1), { minLength: 1, maxLength: 6 }),
  )
  .chain((stepScores) =>
    fc.record({ stepScores: fc.constant(stepScores), decisiveStep: fc.nat({ max: stepScores.length - 1 }) }),
  );
const failures = fc.array(failure, { minLength: 1, maxLength: 14 });

describe("selectSet", () => {
  it("covers at least k of n + 1 failures, each held out in turn, ties and all", () => {
    fc.assert(
      fc.property(failures, options, (all, selection) => {
        const hits = all.filter(({ stepScores, decisiveStep }, index) =>
          selectSet(all.toSpliced(index, 1), stepScores, selection).steps.includes(decisiveStep),
        );
        expect(hits.length).toBeGreaterThanOrEqual(conformalRank(all.length - 1, selection.alpha));
      }),
      { numRuns: inject("allRounds") ? 300 : 60 },
    );
  });

  it("does by sorted sums what the definition does by adding up every set for every step", () => {
    fc.assert(
      fc.property(failures, failure, options, (calibration, { stepScores }, selection) => {
        const { range, fallback, trivial } = selectSet(calibration, stepScores, selection);
        if (trivial !== undefined || fallback !== undefined) return;
        expect(range).toEqual(byDefinition(calibration, stepScores, selection));
      }),
      { numRuns: inject("allRounds") ? 300 : 60 },
    );
  });

  it("does not depend on the order of the calibration set", () => {
    const shuffled = failures.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, failure, options, ([all, other], { stepScores }, selection) => {
        expect(selectSet(other, stepScores, selection)).toEqual(selectSet(all, stepScores, selection));
      }),
    );
  });

  it("with one method is that method's prediction set", () => {
    fc.assert(
      fc.property(failures, failure, fc.constantFrom(...METHODS), (calibration, { stepScores }, method) => {
        const { range } = predictionSet(stepScores, calibrated(calibration, method));
        expect(selectSet(calibration, stepScores, { methods: [method], alpha: ALPHA }).range).toEqual(range);
      }),
    );
  });

  it("chooses the method that fits: sets about as small as the best one's", () => {
    const random = seededRandom(3);
    const calibration = drawMany(92, drawInformative, random);
    const fresh = drawMany(300, drawInformative, random);
    const select = prepareSelection(calibration, { methods: METHODS, alpha: ALPHA });
    const size = ({ stepScores }: LabelledScores) => select(stepScores).steps.length / stepScores.length;
    const selected = fresh.reduce((sum, each) => sum + size(each), 0);
    const fixed = METHODS.map((method) =>
      fresh.reduce((sum, each) => sum + shareOf(each, calibrated(calibration, method), "size"), 0),
    );
    expect(selected).toBeLessThan(1.05 * Math.min(...fixed));
  });

  it("says what it promises, and which methods it came from", () => {
    const random = seededRandom(3);
    const calibration = drawMany(20, drawInformative, random);
    const set = selectSet(calibration, [0.1, 0.2, 0.9, 0.1], { methods: METHODS, alpha: ALPHA });
    expect(set).toMatchObject({ level: 17 / 21, guarantee: "exact" });
    expect(set.chosen.length).toBeGreaterThan(0);
    expect(set.reason).toMatch(/by the cheapest of left, .* at least 17 in 21 such sets .* choice included/);
  });

  it("returns every step, flagged, when there are too few failures", () => {
    const calibration = drawMany(3, drawInformative, seededRandom(3));
    expect(selectSet(calibration, [1, 2], { methods: ["left"], alpha: ALPHA })).toMatchObject({
      steps: [0, 1],
      trivial: { needed: 4 },
      chosen: [],
    });
  });

  it.each([
    [[], "Expected `methods` to name 1 to 8, got 0."],
    [[...METHODS, ...METHODS], "Expected `methods` to name 1 to 8, got 12."],
    [["crsvp" as const], 'Expected `methods` without "crsvp", which draws at random.'],
  ])("refuses methods %j", (methods, message) => {
    expect(() => selectSet([], [1], { methods, alpha: ALPHA })).toThrow(new RangeError(message));
  });

  it("refuses a decisive step outside its trajectory", () => {
    const outside = { stepScores: [1, 2], decisiveStep: 2 };
    expect(() => selectSet([outside], [1], { methods: ["left"], alpha: ALPHA })).toThrow(
      new RangeError("Expected `decisiveStep` to be a whole number in [0, 1], got 2."),
    );
  });
});

/** Section 4 of the design, literally; costs rounded as in `costCurve`, whose ties count. */
function byDefinition(
  calibration: readonly LabelledScores[],
  stepScores: readonly number[],
  { methods, alpha, cost }: { methods: readonly Threshold["method"][]; alpha: number; cost: SelectionCost },
) {
  const rank = conformalRank(calibration.length, alpha);
  const kept = stepScores.flatMap((_, step) => {
    const tried = methods.map((method) => {
      const score = nonconformity(stepScores, { method })[step] ?? 0;
      const scores = calibration.map(
        (each) => nonconformity(each.stepScores, { method })[each.decisiveStep] ?? 0,
      );
      const value = [...scores, score].toSorted((a, b) => a - b)[rank - 1] ?? Infinity;
      const threshold = { method, alpha, n: rank, rank, value, level: 1 };
      const all = [...calibration, { stepScores, decisiveStep: step }];
      const costs = all.map((each) => Math.round(shareOf(each, threshold, cost) * 2 ** 32));
      return { within: score <= value, total: costs.reduce((a, b) => a + b, 0) };
    });
    const best = tried.reduce((a, b) => (b.total < a.total ? b : a));
    return best.within ? [step] : [];
  });
  return { start: kept[0], end: kept.at(-1) };
}
