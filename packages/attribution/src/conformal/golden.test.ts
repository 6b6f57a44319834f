import { describe, expect, it } from "vitest";
import {
  type Aggregation,
  calibrateThreshold,
  conformalQuantile,
  nonconformity,
  predictionSet,
} from "./index.ts";
import type { ConformalOptions } from "./conformal-options.ts";
import { filtration, type GoldenTrace } from "./fixtures/golden.ts";

/** The file rounds to 12 digits, and calls rows closer than this to a threshold fragile. */
const TOLERANCE = 1e-9;

type Score = (trace: GoldenTrace) => readonly number[];

const methods = new Map<string, "left" | "right" | "two-way">([
  ["left_filter", "left"],
  ["right_filter", "right"],
  ["2way_filter", "two-way"],
]);
const aggregations = new Map<string, Aggregation>([
  ["sum", { kind: "sum" }],
  ["max", { kind: "max" }],
  ["normalizedlogsumexp_1", { kind: "log-sum-exp", beta: 1 }],
  ["normalizedlogsumexp_10", { kind: "log-sum-exp", beta: 10 }],
  ["lengthpenalized_0.1", { kind: "sum", lengthPenalty: 0.1 }],
  ["lengthpenalizedwithmax_0.1", { kind: "max", lengthPenalty: 0.1 }],
]);
/** LSE(b s) / b, with neither l: no aggregation of ours, but reachable from one trajectory at a time. */
const unscaled = new Map([
  ["logsumexp_1", 1],
  ["logsumexp_10", 10],
]);

/**
 * `fixed` is taken where there is one, also where `differs` is false: that flag compares the sets alone, and tau can
 * then still be clipped at 1 (log-sum-exp at alpha 0.05) or, for vanilla at alpha 0.1, be that of the void score.
 */
const rows = filtration.datasets.flatMap(({ temperature, traces, results }) =>
  results.map((row) => ({
    ...row,
    name: `${row.method}, ${row.agg}, alpha ${row.alpha}, temperature ${temperature}`,
    golden: row.fixed ?? row,
    calibration: traces.slice(0, filtration.nCal),
    fresh: traces.slice(filtration.nCal),
  })),
);

function decisive(score: Score, traces: readonly GoldenTrace[]): readonly number[] {
  return traces.map((trace) => score(trace)[trace.true_fail] ?? Number.NaN);
}

/** In fragile rows, steps next to the threshold hang on the order of summation: they are left out on both sides. */
function expectSet(
  { fragile = false }: { readonly fragile?: boolean },
  actual: readonly number[],
  golden: readonly number[],
  distance: (step: number) => number,
) {
  const firm = (step: number) => !fragile || Math.abs(distance(step)) > TOLERANCE;
  expect(actual.filter(firm)).toEqual(golden.filter(firm));
}

function expectGolden(row: (typeof rows)[number], options: ConformalOptions) {
  const { golden, alpha } = row;
  const score: Score = (trace) => nonconformity(trace.probability, options);
  const threshold = calibrateThreshold(decisive(score, row.calibration), { ...options, alpha });
  const tau = golden.tau ?? Infinity;
  if (tau === Infinity) expect(threshold.value).toBe(Infinity);
  else expect(Math.abs(threshold.value - tau)).toBeLessThan(TOLERANCE);
  for (const [index, trace] of row.fresh.entries()) {
    const set = predictionSet(trace.probability, threshold);
    const scores = score(trace);
    // The golden sets may be empty; ours then hold one step and say so.
    const steps = set.fallback === undefined ? set.steps : [];
    expectSet(row, steps, golden.sets[index] ?? [], (step) => (scores[step] ?? Infinity) - threshold.value);
    expect(set.steps.length).toBeGreaterThan(0);
  }
}

describe("filtration agrees with the authors' code where it is right, and with the correction elsewhere", () => {
  const cases = rows.flatMap((row) => {
    const method = methods.get(row.method);
    const aggregation = aggregations.get(row.agg);
    return method === undefined || aggregation === undefined
      ? []
      : [{ ...row, options: { method, aggregation } }];
  });

  it("covers every method, aggregation, alpha and temperature of the file", () => {
    expect(cases).toHaveLength(3 * 6 * 5 * 2);
  });

  it.each(cases)("$name", (row) => expectGolden(row, row.options));
});

describe("calibration scores agree with the authors' code", () => {
  // The other aggregations are clipped there, or penalise another length. Their max is divided by l.
  const scale = new Map([
    ["sum", () => 1],
    ["max", (trace: GoldenTrace) => trace.probability.length],
  ]);
  const cases = rows.flatMap(({ calScores, ...row }) => {
    const [method, aggregation, divisor] = [
      methods.get(row.method),
      aggregations.get(row.agg),
      scale.get(row.agg),
    ];
    const known = method !== undefined && aggregation !== undefined && divisor !== undefined;
    return known && calScores !== undefined
      ? [{ ...row, calScores, divisor, options: { method, aggregation } }]
      : [];
  });

  it("covers both aggregations, every method and temperature", () => expect(cases).toHaveLength(2 * 3 * 2));

  it.each(cases)("$name", ({ calScores, calibration, divisor, options }) => {
    const score: Score = (trace) =>
      nonconformity(trace.probability, options).map((value) => value / divisor(trace));
    for (const [index, value] of decisive(score, calibration).entries()) {
      expect(value).toBeCloseTo(calScores[index] ?? Number.NaN, 9);
    }
  });
});

describe("vanilla scores the labelled step, which the authors' code does not", () => {
  // That code overwrites the score with aggregate(whole trajectory), so its guarantee is void for each aggregation.
  // S = 1 - p_y has no aggregation: the correction in the `sum` row holds for all eight.
  const cases = rows.filter((row) => row.method === "vanilla");

  it.each(cases)("$name", (row) => {
    const sum = cases.find(
      (other) =>
        other.agg === "sum" && other.alpha === row.alpha && other.calibration[0] === row.calibration[0],
    );
    const aggregation = aggregations.get(row.agg);
    expectGolden(
      { ...row, golden: sum?.golden ?? row.golden },
      { method: "vanilla", ...(aggregation && { aggregation }) },
    );
  });
});

describe("log-sum-exp with neither l is ours at beta = b / l, shifted and scaled by l", () => {
  // Ours: S = (LSE(b s) - log l) l / b at beta = b / l. Hence LSE(b s) / b = S / l + log(l) / b.
  const cases = rows.flatMap((row) => {
    const method = methods.get(row.method);
    const b = unscaled.get(row.agg);
    return method === undefined || b === undefined ? [] : [{ ...row, method, b }];
  });

  it("covers every method, alpha and temperature of the file", () =>
    expect(cases).toHaveLength(3 * 2 * 5 * 2));

  it.each(cases)("$name", (row) => {
    const { golden, calibration, fresh, method, b, alpha } = row;
    const score: Score = ({ probability: { length }, probability }) =>
      nonconformity(probability, { method, aggregation: { kind: "log-sum-exp", beta: b / length } }).map(
        (value) => value / length + Math.log(length) / b,
      );
    const threshold = conformalQuantile(decisive(score, calibration), alpha);
    expect(Math.abs(threshold - (golden.tau ?? Number.NaN))).toBeLessThan(TOLERANCE);
    for (const [index, trace] of fresh.entries()) {
      const scores = score(trace);
      const steps = [...scores.keys()].filter((step) => (scores[step] ?? Infinity) <= threshold);
      expectSet(row, steps, golden.sets[index] ?? [], (step) => (scores[step] ?? Infinity) - threshold);
    }
  });
});
