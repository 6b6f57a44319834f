import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Aggregation,
  calibrateThreshold,
  filterSteps,
  nonconformity,
  predictionSet,
  type Threshold,
} from "./index.ts";
import type { FilterStepsOptions } from "./filter-steps.ts";

const anyScore = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1));
const stepScores = fc.array(anyScore, { minLength: 1, maxLength: 40 });
const direction = fc.constantFrom("left" as const, "right" as const);
const lengthPenalty = fc.constantFrom(0, 0.1, 2);
const aggregation: fc.Arbitrary<Aggregation> = fc.oneof(
  fc.record({ kind: fc.constantFrom("sum" as const, "max" as const), lengthPenalty }),
  fc.record({ kind: fc.constant("log-sum-exp" as const), beta: fc.constantFrom(0.1, 1, 50), lengthPenalty }),
);

/** A run, and a threshold from other runs: of any rank, so that sets are empty, full and everything between. */
const cases = fc
  .record({
    scores: stepScores,
    direction,
    aggregation,
    labelled: fc.array(fc.tuple(stepScores, fc.nat()), { maxLength: 12 }),
    percent: fc.integer({ min: 0, max: 99 }),
  })
  .map(({ labelled, percent, ...run }) => {
    const options = { method: run.direction, aggregation: run.aggregation };
    const atLabel = labelled.map(([scores, at]) => nonconformity(scores, options)[at % scores.length] ?? 0);
    return { ...run, threshold: calibrateThreshold(atLabel, { ...options, alpha: percent / 100 }) };
  });

/** A finite threshold at will, at alpha 0.2. */
const at = (method: "left" | "right" | "suffix", value: number): Threshold =>
  calibrateThreshold([value, value, value, value], { method, alpha: 0.2 });

function filtering(scores: readonly number[], threshold: Threshold, delay?: () => Promise<void>) {
  const asked: number[] = [];
  const options: FilterStepsOptions = {
    length: scores.length,
    direction: threshold.method === "right" ? "right" : "left",
    threshold,
    scoreStep: (index) => {
      asked.push(index);
      const score = scores[index] ?? Number.NaN;
      return delay === undefined ? score : delay().then(() => score);
    },
  };
  return { asked, found: filterSteps(options) };
}

describe("filterSteps", () => {
  it("gives the very set of predictionSet, the fallback included, whatever the scores", () =>
    fc.assert(
      fc.asyncProperty(cases, async ({ scores, threshold }) => {
        const { nfe, ...set } = await filtering(scores, threshold).found;
        expect(set).toEqual(predictionSet(scores, threshold));
        expect(nfe).toBeLessThanOrEqual(scores.length);
      }),
      { numRuns: 1000 },
    ));

  it("gives the same set at the same price when scores come as promises", () =>
    fc.assert(
      fc.asyncProperty(cases, async ({ scores, threshold }) => {
        const later = filtering(scores, threshold, () => Promise.resolve());
        expect(await later.found).toEqual(await filtering(scores, threshold).found);
      }),
    ));

  it("asks once a step, from its end on, for the set and one step more at most", () =>
    fc.assert(
      fc.asyncProperty(cases, async ({ scores, threshold, ...run }) => {
        const { asked, found } = filtering(scores, threshold);
        const { nfe, steps, fallback } = await found;
        expect(asked).toHaveLength(nfe);
        const inTurn = [...scores.keys()];
        expect(asked).toEqual((run.direction === "left" ? inTurn.toReversed() : inTurn).slice(0, nfe));
        if (threshold.value === Infinity) expect(nfe).toBe(0);
        else if (fallback === undefined) expect(nfe).toBe(Math.min(scores.length, steps.length + 1));
        else expect(nfe).toBe(1);
      }),
      { numRuns: 1000 },
    ));

  it("stops at the first step past the threshold", async () => {
    const left = filtering([0.9, 0.1, 0.4, 0.1, 0.1], at("left", 0.1));
    expect(await left.found).toMatchObject({ steps: [3, 4], nfe: 3 });
    expect(left.asked).toEqual([4, 3, 2]);
    const right = filtering([0.1, 0.1, 0.4, 0.1, 0.9], at("right", 0.1));
    expect(await right.found).toMatchObject({ steps: [0, 1], nfe: 3 });
    expect(right.asked).toEqual([0, 1, 2]);
  });

  it("asks for nothing when the set is full whatever the scores", async () => {
    const few = filtering([0.5, 0.5], calibrateThreshold([0.1], { method: "left", alpha: 0.2 }));
    expect(await few.found).toMatchObject({ steps: [0, 1], nfe: 0, trivial: { needed: 4 } });
    const all = filtering([0.5, 0.5], calibrateThreshold([0.1], { method: "right", alpha: 0 }));
    expect(await all.found).toMatchObject({ steps: [0, 1], nfe: 0 });
  });

  it("stops early in a run of 10,000 steps", async () => {
    const scores = Array.from({ length: 10_000 }, () => 1);
    expect(await filtering(scores, at("left", 0.01)).found).toMatchObject({
      range: { start: 9900, end: 9999 },
      nfe: 101,
    });
  });

  it("passes on what the scorer throws", async () => {
    const problem = new Error("no connection");
    const options = { length: 2, direction: "left", threshold: at("left", 1) } as const;
    await expect(filterSteps({ ...options, scoreStep: () => Promise.reject(problem) })).rejects.toBe(problem);
    const thrown = filterSteps({
      ...options,
      scoreStep: () => {
        throw problem;
      },
    });
    await expect(thrown).rejects.toBe(problem);
  });

  it.each([Number.NaN, Infinity, -0.1])("refuses a score of %d, and says of which step", async (score) => {
    const found = filterSteps({
      length: 3,
      direction: "right",
      threshold: at("right", 5),
      scoreStep: (index) => (index === 1 ? score : 0.5),
    });
    await expect(found).rejects.toThrow(
      new RangeError(`Expected \`scoreStep(1)\` to be finite and >= 0, got ${score}.`),
    );
  });

  it.each([
    [{ length: 0 }, "Expected `length` to be a whole number >= 1, got 0."],
    [{ length: 1.5 }, "Expected `length` to be a whole number >= 1, got 1.5."],
    [
      { threshold: at("right", 1) },
      'Expected a `threshold` of the method "left", as `direction` says, got one of "right".',
    ],
    [
      { threshold: at("suffix", 1) },
      'Expected a `threshold` of the method "left", as `direction` says, got one of "suffix".',
    ],
    [{ threshold: { ...at("left", 1), n: -1 } }, "Expected `threshold.n` to be a whole number >= 0, got -1."],
  ])("refuses %j", async (change, message) => {
    const options = { length: 2, direction: "left", threshold: at("left", 1), scoreStep: () => 0.5 } as const;
    await expect(filterSteps({ ...options, ...change })).rejects.toThrow(new RangeError(message));
  });

  it("refuses a direction that is none", async () => {
    const options = { length: 2, threshold: at("left", 1), scoreStep: () => 0.5 };
    // @ts-expect-error only reachable from JavaScript
    await expect(filterSteps({ ...options, direction: "up" })).rejects.toThrow(
      new RangeError('Expected `direction` to be "left" or "right", got "up".'),
    );
  });
});
