import { describe, expect, it } from "vitest";
import { type Aggregation, calibrateThreshold, nonconformity, predictionSet } from "./index.ts";
import type { ConformalOptions } from "./conformal-options.ts";
import { filtration, type GoldenTrace } from "./fixtures/golden.ts";

/** The file rounds to 12 digits. No row of CRSVP has a score this close to its threshold. */
const TOLERANCE = 1e-9;

/**
 * Their `combine` adds up the two halves whatever the aggregator, unless it is `max` (`crsvp_combine_is_sum` in the
 * file's notes): the log-sum-exp and length-penalised rows are those of `sum`. Ours follow the definition, which
 * tree-nonconformity.test.ts checks.
 */
const aggregationOf = (agg: string): Aggregation => ({ kind: agg === "max" ? "max" : "sum" });

const rows = filtration.datasets.flatMap(({ temperature, traces, results }) =>
  results
    .filter(({ method }) => method === "tree_crsvp")
    .map(({ uCal = [], uTest = [], ...row }) => ({
      ...row,
      uCal,
      uTest,
      name: `${row.agg}, alpha ${row.alpha}, temperature ${temperature}`,
      options: { method: "crsvp", aggregation: aggregationOf(row.agg) } as const,
      calibration: traces.slice(0, filtration.nCal),
      fresh: traces.slice(filtration.nCal),
    })),
);
type Row = (typeof rows)[number];

function calibrationScores({ calibration, uCal, options }: Row): readonly number[] {
  return calibration.map(({ probability, true_fail }, index) => {
    const draw = uCal[index] ?? Number.NaN;
    return nonconformity(probability, { ...options, draw })[true_fail] ?? Number.NaN;
  });
}

const thresholdOf = (row: Row) =>
  calibrateThreshold(calibrationScores(row), { ...row.options, alpha: row.alpha });

/** The blocks that hold the most suspicious step, from 1 step to all, each once. */
function pathOf({ probability }: GoldenTrace): readonly (readonly number[])[] {
  const steps = [...probability.keys()];
  const leaf = probability.indexOf(Math.max(...probability));
  const path = [[leaf]];
  for (let width = 2; (path.at(-1)?.length ?? 0) < steps.length; width *= 2) {
    path.push(steps.filter((step) => Math.floor(step / width) === Math.floor(leaf / width)));
  }
  return path;
}

/**
 * Their inference, rebuilt from our S. It climbs the path and draws anew at each node: `draws[0]` at the leaf,
 * `draws[k]` at the k-th block. It continues while g(v') + u (g(v) - g(v')) <= tau, which is our S at the draw 1 - u, and
 * stops at the first node past tau, on the leaf at the least. (It draws once more for a trace of one step, for nothing.)
 */
function officialSet(trace: GoldenTrace, draws: readonly number[], options: ConformalOptions, tau: number) {
  const path = pathOf(trace);
  const past = path.findIndex((block, k) => {
    const before = path[k - 1] ?? [];
    const step = block.find((each) => !before.includes(each));
    // A block that gains no step, as its sibling lies beyond the end, has the g of the one inside it.
    const scores = nonconformity(trace.probability, {
      ...options,
      draw: step === undefined ? 0 : 1 - (draws[k] ?? 0),
    });
    return Math.max(...block.map((each) => scores[each] ?? Infinity)) > tau;
  });
  return past === -1 ? path.at(-1) : path[Math.max(0, past - 1)];
}

describe("crsvp agrees with the authors' code", () => {
  it("on every aggregation, alpha and temperature of the file", () => expect(rows).toHaveLength(8 * 5 * 2));

  it.each(rows)("in the calibration scores and the threshold: $name", (row) => {
    for (const [index, score] of calibrationScores(row).entries()) {
      expect(Math.abs(score - (row.calScores?.[index] ?? Number.NaN))).toBeLessThan(TOLERANCE);
    }
    expect(Math.abs(thresholdOf(row).value - (row.tau ?? Infinity))).toBeLessThan(TOLERANCE);
  });

  it.each(rows)("in the sets, given a draw a level as there: $name", (row) => {
    const { value } = thresholdOf(row);
    for (const [index, trace] of row.fresh.entries()) {
      expect(officialSet(trace, row.uTest[index] ?? [], row.options, value)).toEqual(row.sets[index]);
    }
  });
});

/**
 * With one draw u a trajectory, {j : S(x, j) <= tau} is the largest node of the path with g(v') + (1 - u)(g(v) - g(v')) <=
 * tau, or the leaf: the official climb with the same draw 1 - u at each node. So the two may differ only where the
 * draws do. Given the first official draw u_0 for all levels, the sets are the same as soon as the path decides alike
 * under u_0 and under u_k at each level k that the official climb reaches.
 */
describe("crsvp with one draw a trajectory", () => {
  it.each(rows)("is the authors' climb with that draw at each level: $name", (row) => {
    const threshold = thresholdOf(row);
    for (const [index, trace] of row.fresh.entries()) {
      const [first = Number.NaN] = row.uTest[index] ?? [];
      const same = pathOf(trace).map(() => first);
      const set = predictionSet(trace.probability, { ...threshold, draw: 1 - first });
      expect(set.steps).toEqual(officialSet(trace, same, row.options, threshold.value));
    }
  });

  it("gives the golden set in most cases, and a node of the same path in the others", () => {
    const same = rows.flatMap((row) => {
      const threshold = thresholdOf(row);
      return row.fresh.map((trace, index) => {
        const draw = 1 - (row.uTest[index]?.[0] ?? Number.NaN);
        const { steps } = predictionSet(trace.probability, { ...threshold, draw });
        expect(pathOf(trace)).toContainEqual(steps);
        return String(steps) === String(row.sets[index]);
      });
    });
    expect(same).toHaveLength(80 * 16);
    expect(same.filter(Boolean).length / same.length).toBeGreaterThan(0.75);
  });
});
