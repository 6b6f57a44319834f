import type { ConformalMethod } from "./conformal-method.ts";
import { stepsWithin } from "./steps-within.ts";

/**
 * Cost of a set, as a share of its trajectory: `size` counts the steps from its first to its last, |C| / l; `start`
 * those from its first to the end, which a rollback redoes, 1 - start / l.
 */
export type SelectionCost = "size" | "start";

/** Thresholds that can come up: `low` <= q <= `high`. */
export interface Band {
  readonly low: number;
  readonly high: number;
}

/** Cost of sets as their threshold rises through a band: constant but for jumps. In whole units, see `UNIT`. */
export interface CostCurve {
  /** The cost at the band's low end. */
  readonly base: number;
  /** Thresholds above it at which the cost changes, ascending; of several alike, the last counts. */
  readonly at: readonly number[];
  /** The cost from each of them on; same shape. */
  readonly cost: readonly number[];
}

/**
 * Costs are whole multiples of this, so that a sum does not depend on the order of its terms: two methods that cost the
 * same must tie whichever of the trajectories is the fresh one. Exact up to 2^21 trajectories.
 */
const UNIT = 2 ** -32;

/**
 * The curve of one trajectory. Where its set is empty, the step that stands in is paid for. Takes O(l), and sorts only the
 * steps inside the band.
 *
 * @param scores S(x, j), shape [l], l >= 1
 */
export function costCurve(
  scores: readonly number[],
  method: ConformalMethod,
  kind: SelectionCost,
  { low, high }: Band,
): CostCurve {
  const length = scores.length;
  const price = (first: number, last: number) =>
    Math.round((kind === "size" ? last - first + 1 : length - first) / length / UNIT);
  const atLow = stepsWithin(scores, low, method);
  const inside = stepsInside(scores, { low, high });
  let { start, end } = atLow.fallback === undefined ? atLow.range : { start: length, end: -1 };
  const cost = inside.map((step) => {
    start = Math.min(start, step);
    end = Math.max(end, step);
    return price(start, end);
  });
  const base = price(atLow.range.start, atLow.range.end);
  return { base, at: inside.map((step) => scores[step] ?? high), cost };
}

/** Steps that enter the set inside the band, in the order in which they do. */
function stepsInside(scores: readonly number[], { low, high }: Band): readonly number[] {
  const inside: number[] = [];
  for (let step = 0; step < scores.length; step += 1) {
    const score = scores[step] ?? Infinity;
    if (score > low && score <= high) inside.push(step);
  }
  return inside.toSorted((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0));
}

/** Sum of curves over one band. */
export function sumCurves(curves: readonly CostCurve[]): CostCurve {
  const jumps = curves.flatMap(({ base, at, cost }) =>
    at.map((threshold, index) => ({ at: threshold, by: (cost[index] ?? 0) - (cost[index - 1] ?? base) })),
  );
  const sorted = jumps.toSorted((a, b) => a.at - b.at);
  const base = curves.reduce((sum, curve) => sum + curve.base, 0);
  let total = base;
  const cost = sorted.map(({ by }) => (total += by));
  return { base, at: sorted.map(({ at }) => at), cost };
}

/** Cost at a threshold of the band, in O(log). */
export function costAt({ base, at, cost }: CostCurve, threshold: number): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((at[middle] ?? Infinity) <= threshold) low = middle + 1;
    else high = middle;
  }
  return cost[low - 1] ?? base;
}
