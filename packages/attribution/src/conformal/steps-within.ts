import type { ConformalMethod } from "./conformal-method.ts";
import type { StepRange } from "./step-range.ts";

/** Steps at or below a value, or the one that stands in for them. */
export interface StepsWithin {
  /** Ascending, 0-based, at least one. */
  readonly steps: readonly number[];
  /** First to last of `steps`. */
  readonly range: StepRange;
  /** Present when no step is at or below the value; says so. */
  readonly fallback?: string;
}

/**
 * {j : S(x, j) <= value}; where that is empty, the step of the least nonconformity alone.
 *
 * @param scores S(x, j) of each step, shape [l], l >= 1
 * @param value  `Infinity` holds every step, `-Infinity` none
 * @param method decides which of several least steps stands in
 */
export function stepsWithin(scores: readonly number[], value: number, method: ConformalMethod): StepsWithin {
  const steps: number[] = [];
  for (let step = 0; step < scores.length; step += 1) {
    if ((scores[step] ?? Infinity) <= value) steps.push(step);
  }
  const [start] = steps;
  if (start !== undefined) return { range: { start, end: steps.at(-1) ?? start }, steps };
  const step = leastNonconforming(scores, method);
  const fallback = `no step is at or below the threshold ${Number(value.toPrecision(4))}; step ${step + 1}, the closest, stands in`;
  return { range: { start: step, end: step }, steps: [step], fallback };
}

/**
 * The step that every set of the method holds: a fallback to it stays nested in larger sets. The paper (A.3) takes the single
 * most likely step instead, which a larger set of `two-way` need not hold.
 */
function leastNonconforming(scores: readonly number[], method: ConformalMethod): number {
  let least = Infinity;
  for (const score of scores) least = Math.min(least, score);
  const growsFromTheEnd = method === "left" || method === "suffix";
  return growsFromTheEnd ? scores.lastIndexOf(least) : scores.indexOf(least);
}

/** The steps in words, counted from 1 as people do: "Step 3 alone", "Steps 3 to 7", "4 steps from 1 to 9". */
export function describeSteps({ steps, range: { start, end } }: StepsWithin): string {
  if (start === end) return `Step ${start + 1} alone`;
  const gaps = end - start + 1 > steps.length;
  return gaps ? `${steps.length} steps from ${start + 1} to ${end + 1}` : `Steps ${start + 1} to ${end + 1}`;
}
