import { seededOrder } from "@langgraph-rollback/attribution/draws";

import type { TwiceLabelled } from "./label-failures.ts";

/**
 * Draws problems, and cuts their failures into parts of some sizes and the rest. Failures on the problem at a cut stay in the part before it, so no problem is in two
 * parts.
 *
 * @param sizes of the parts before the rest; a part may be a little larger
 */
export function splitFailures<F extends TwiceLabelled>(
  failures: readonly F[],
  sizes: readonly number[],
  seed: number,
): readonly (readonly F[])[] {
  const problems = [...new Set(failures.map(({ problem }) => problem))].toSorted();
  const parts: F[][] = [[]];
  for (const index of seededOrder(problems.length, seed)) {
    const size = sizes[parts.length - 1] ?? Infinity;
    if ((parts.at(-1)?.length ?? 0) >= size) parts.push([]);
    for (const failure of failures) if (failure.problem === problems[index]) parts.at(-1)?.push(failure);
  }
  return parts;
}
