import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Aggregation, nonconformity } from "./index.ts";
import type { ConformalOptions } from "./conformal-options.ts";
import { contiguousMethods, everyMethod, titled } from "./fixtures/every-method.ts";

const stepScores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 });

function expectClose(actual: readonly number[], expected: readonly number[]) {
  expect(actual).toHaveLength(expected.length);
  for (const [step, value] of actual.entries()) expect(value).toBeCloseTo(expected[step] ?? Number.NaN, 12);
}

/** The definition of g, for one run of steps of a trajectory of `length`. */
function aggregate(run: readonly number[], length: number, aggregation: Aggregation): number {
  const penalty = ((aggregation.lengthPenalty ?? 0) * (run.length - 1)) / length;
  if (aggregation.kind === "sum") return run.reduce((a, b) => a + b, 0) / length + penalty;
  if (aggregation.kind === "max") return Math.max(...run) + penalty;
  const { beta } = aggregation;
  const sum = run.reduce((total, score) => total + Math.exp(beta * length * score), 0);
  return (Math.log(sum) - Math.log(length)) / beta + penalty;
}

const aggregations: readonly Aggregation[] = [
  { kind: "sum" },
  { kind: "max" },
  { kind: "log-sum-exp", beta: 0.5 },
  { kind: "sum", lengthPenalty: 0.25 },
  { kind: "max", lengthPenalty: 0.25 },
  { kind: "log-sum-exp", beta: 0.5, lengthPenalty: 0.25 },
];

describe.each(aggregations.map((aggregation) => ({ title: JSON.stringify(aggregation), aggregation })))(
  "filtration by $title",
  ({ aggregation }) => {
    const expectDefinition = (
      method: ConformalOptions["method"],
      define: (scores: readonly number[], j: number) => number,
    ) =>
      fc.assert(
        fc.property(stepScores, (scores) => {
          const actual = nonconformity(scores, { method, aggregation });
          for (const [j, value] of actual.entries()) expect(value).toBeCloseTo(define(scores, j), 9);
        }),
      );
    const suffix = (scores: readonly number[], j: number) =>
      aggregate(scores.slice(j), scores.length, aggregation);
    const prefix = (scores: readonly number[], j: number) =>
      aggregate(scores.slice(0, j + 1), scores.length, aggregation);

    it("from the left aggregates the steps from j on", () => expectDefinition("left", suffix));

    it("from the right aggregates the steps up to j", () => expectDefinition("right", prefix));

    it("two-way takes the larger of both", () =>
      expectDefinition("two-way", (scores, j) => Math.max(suffix(scores, j), prefix(scores, j))));
  },
);

describe("filtration", () => {
  it("divides sums by the length of the trajectory, once", () => {
    expectClose(nonconformity([0.2, 0.4, 0.6], { method: "left" }), [0.4, 1 / 3, 0.2]);
    expectClose(nonconformity([0.2, 0.4, 0.6], { method: "right" }), [0.2 / 3, 0.2, 0.4]);
  });

  it("sums when no aggregation is named", () => {
    const named = nonconformity([0.2, 0.4], { method: "two-way", aggregation: { kind: "sum" } });
    expect(nonconformity([0.2, 0.4], { method: "two-way" })).toEqual(named);
  });

  it("does not clip, so that long runs do not tie at 1", () => {
    const aggregation = { kind: "log-sum-exp", beta: 10 } as const;
    const [whole, rest] = nonconformity([1, 1], { method: "left", aggregation });
    expect(whole).toBeCloseTo(2, 12);
    expect(rest).toBeCloseTo(2 - Math.log(2) / 10, 12);
  });

  it("does not overflow in log-sum-exp at a large beta", () => {
    const aggregation = { kind: "log-sum-exp", beta: 1e6 } as const;
    expectClose(
      nonconformity([0.25, 1, 0.5], { method: "right", aggregation }),
      [0.75, 3, 3].map((g) => g - Math.log(3) / 1e6),
    );
  });

  it("from the left at j reads no score before j, so that a scorer may stop early", () => {
    for (const aggregation of aggregations) {
      const known = nonconformity([0.9, 0.1, 0.7, 0.3], { method: "left", aggregation });
      const other = nonconformity([0.2, 0.8, 0.7, 0.3], { method: "left", aggregation });
      expect(other.slice(2)).toEqual(known.slice(2));
    }
  });
});

describe("vanilla", () => {
  it("is 1 minus the step's share of the scores", () => {
    expectClose(nonconformity([0.1, 0.3, 0.6], { method: "vanilla" }), [0.9, 0.7, 0.4]);
    expectClose(nonconformity([0.05, 0.15, 0.3], { method: "vanilla" }), [0.9, 0.7, 0.4]);
  });

  it("ignores the aggregation", () => {
    const scores = nonconformity([0.1, 0.9], {
      method: "vanilla",
      aggregation: { kind: "max", lengthPenalty: 1 },
    });
    expect(scores).toEqual(nonconformity([0.1, 0.9], { method: "vanilla" }));
  });
});

describe("density ratio", () => {
  it.each(["interval", "suffix", "prefix"] as const)("%s has no negative zero", (method) => {
    const scores = nonconformity([0, 1, 3, 0], { method });
    expect(scores.some((score) => Object.is(score, -0))).toBe(false);
    expect(scores).toContain(0);
  });
});

describe.each(titled(everyMethod))("nonconformity by $title", ({ options }) => {
  it("gives each step a finite score", () => {
    fc.assert(
      fc.property(stepScores, (scores) => {
        const actual = nonconformity(scores, options);
        expect(actual).toHaveLength(scores.length);
        expect(actual.every(Number.isFinite)).toBe(true);
      }),
    );
  });

  it("takes scores of only 0 and only 1", () => {
    expect(nonconformity([0, 0, 0], options).every(Number.isFinite)).toBe(true);
    expect(nonconformity([1, 1, 1], options).every(Number.isFinite)).toBe(true);
    expect(nonconformity([0, 1, 0], options).every(Number.isFinite)).toBe(true);
  });

  it("takes a single step", () => {
    expect(nonconformity([0.5], options)).toHaveLength(1);
  });

  it("leaves its argument as it was", () => {
    const scores = [0.3, 0.1, 0.2];
    nonconformity(scores, options);
    expect(scores).toEqual([0.3, 0.1, 0.2]);
  });

  it.each([
    [[], "Expected `stepScores` to hold at least one step, got 0."],
    [[0.5, Number.NaN], "Expected `stepScores[1]` to be finite and >= 0, got NaN."],
    [[Infinity], "Expected `stepScores[0]` to be finite and >= 0, got Infinity."],
    [[0.5, 0.5, -0.1], "Expected `stepScores[2]` to be finite and >= 0, got -0.1."],
  ])("refuses %j", (scores, message) => {
    expect(() => nonconformity(scores, options)).toThrow(new RangeError(message));
  });
});

describe.each(titled(contiguousMethods))("nonconformity by $title", ({ options }) => {
  it("falls, then rises, so that every threshold keeps a range", () => {
    fc.assert(
      fc.property(stepScores, (scores) => {
        const actual = nonconformity(scores, options);
        const bottom = actual.indexOf(Math.min(...actual));
        expect(actual.slice(0, bottom + 1)).toEqual(actual.slice(0, bottom + 1).toSorted((a, b) => b - a));
        expect(actual.slice(bottom)).toEqual(actual.slice(bottom).toSorted((a, b) => a - b));
      }),
    );
  });
});

describe("options", () => {
  const expectRefusal = (aggregation: Aggregation, message: string) =>
    expect(() => nonconformity([0.5], { method: "left", aggregation })).toThrow(new RangeError(message));

  it.each([0, -1, Number.NaN, Infinity])("refuse beta %d", (beta) =>
    expectRefusal({ kind: "log-sum-exp", beta }, `Expected \`beta\` to be finite and > 0, got ${beta}.`),
  );

  it.each([-0.1, Number.NaN, Infinity])(
    "refuse length penalty %d, under which sets would not nest",
    (lengthPenalty) =>
      expectRefusal(
        { kind: "sum", lengthPenalty },
        `Expected \`lengthPenalty\` to be finite and >= 0, got ${lengthPenalty}.`,
      ),
  );

  it("refuse an unknown aggregation", () => {
    // @ts-expect-error only reachable from JavaScript
    expect(() => nonconformity([0.5], { method: "left", aggregation: { kind: "mean" } })).toThrow(
      new RangeError('Expected `aggregation.kind` to be "sum", "max" or "log-sum-exp", got "mean".'),
    );
  });

  it("refuse an unknown method and name the known ones", () => {
    // @ts-expect-error only reachable from JavaScript
    expect(() => nonconformity([0.5], { method: "middle" })).toThrow(
      new RangeError(
        'Expected `method` to be one of "vanilla", "vanilla-raw", "crsvp", "crsvp-raw", "left", "right", "two-way", "interval", "suffix", "prefix", "list", got "middle".',
      ),
    );
  });
});
