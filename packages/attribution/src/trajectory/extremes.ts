/**
 * The largest of numbers, however many. `Math.max(...values)` throws a `RangeError` from about 120,000 on, as every argument
 * takes room on the stack.
 *
 * @param least what it is at least; default `-Infinity`, which is the largest of none
 * @returns NaN if one of them is
 */
export function largest(values: Iterable<number>, least: number = Number.NEGATIVE_INFINITY): number {
  let found = least;
  for (const value of values) found = Math.max(found, value);
  return found;
}

/**
 * The smallest of numbers, however many; see {@link largest}.
 *
 * @param most what it is at most; default `Infinity`, which is the smallest of none
 * @returns NaN if one of them is
 */
export function smallest(values: Iterable<number>, most: number = Number.POSITIVE_INFINITY): number {
  let found = most;
  for (const value of values) found = Math.min(found, value);
  return found;
}
