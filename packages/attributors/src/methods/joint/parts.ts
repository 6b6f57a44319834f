/** @internal Steps that are shown together, both ends in it. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/**
 * @internal Cuts a trace into parts of whole steps, each of at most `budget` tokens: the longest possible first part, then the
 * next, which begins with the last `overlap` steps of the one before, or as many of them as fit.
 *
 * @param costs tokens of each step, shape [l], l >= 1; a step that is over the budget alone is a part by itself
 * @returns every step in at least one part; ascending, each part ends later than the one before
 */
export function partsOf(costs: readonly number[], budget: number, overlap: number): readonly Part[] {
  const last = costs.length - 1;
  const parts: Part[] = [];
  for (let from = 0, fresh = 0; fresh <= last; from = nextStart(costs, budget, fresh, overlap, from)) {
    let to = fresh;
    while (to < last && total(costs, from, to + 1) <= budget) to += 1;
    parts.push({ from, to });
    fresh = to + 1;
  }
  return parts;
}

/** Start of the part that holds `fresh` as its first new step. */
function nextStart(
  costs: readonly number[],
  budget: number,
  fresh: number,
  overlap: number,
  previous: number,
): number {
  let from = Math.max(previous + 1, fresh - overlap);
  while (from < fresh && total(costs, from, fresh) > budget) from += 1;
  return from;
}

function total(costs: readonly number[], from: number, to: number): number {
  return costs.slice(from, to + 1).reduce((sum, cost) => sum + cost, 0);
}
