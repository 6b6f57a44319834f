/** One trajectory as the conditional logit sees it: a row of features for each step, of which one is the decisive step. */
export interface Choice {
  /** Shape [l, f]. */
  readonly rows: readonly (readonly number[])[];
  /** Index of the decisive step, in [0, l). */
  readonly chosen: number;
}

/** Sum of products; both of shape [f]. */
export function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
