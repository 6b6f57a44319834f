import { seededRandom } from "../conformal/index.ts";

/**
 * A permutation of 0..n-1 that depends on `seed` alone (Fisher-Yates).
 *
 * @param seed any safe integer
 * @throws {RangeError} if `seed` is no safe integer
 */
export function seededOrder(n: number, seed: number): readonly number[] {
  const next = seededRandom(seed);
  const order = Array.from({ length: n }, (_, index) => index);
  for (let last = n - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    const [a = last, b = other] = [order[last], order[other]];
    order[last] = b;
    order[other] = a;
  }
  return order;
}
