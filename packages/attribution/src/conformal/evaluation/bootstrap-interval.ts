import type { ConfidenceInterval } from "../clopper-pearson.ts";
import { seededRandom } from "../seeded-random.ts";

const DRAWS = 2000;
const TAIL = 0.025;

/**
 * 95 % interval of a mean by the percentile bootstrap: units are drawn again, with replacement, 2000 times. Values of one unit stay together.
 *
 * @param values NaN where there is none, which is left out
 * @param seed   decides the draws
 * @param unitOf what each value belongs to, in the order of `values`, such as a problem that was tried several times; each value is a unit of its
 *               own unless told
 * @returns undefined if there is no value
 */
export function bootstrapInterval(
  values: readonly number[],
  seed: number,
  unitOf?: readonly string[],
): ConfidenceInterval | undefined {
  const units = new Map<string | number, { sum: number; count: number }>();
  for (const [index, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    const name = unitOf?.[index] ?? index;
    const unit = units.get(name) ?? { sum: 0, count: 0 };
    units.set(name, { sum: unit.sum + value, count: unit.count + 1 });
  }
  const all = [...units.values()];
  if (all.length === 0) return undefined;
  const random = seededRandom(seed);
  const means = Array.from({ length: DRAWS }, () => {
    let sum = 0;
    let count = 0;
    for (let drawn = 0; drawn < all.length; drawn += 1) {
      const unit = all[Math.floor(random() * all.length)];
      sum += unit?.sum ?? 0;
      count += unit?.count ?? 0;
    }
    return sum / count;
  }).toSorted((one, other) => one - other);
  const at = (share: number): number => means[Math.min(DRAWS - 1, Math.floor(share * DRAWS))] ?? Number.NaN;
  return { lower: at(TAIL), upper: at(1 - TAIL) };
}
