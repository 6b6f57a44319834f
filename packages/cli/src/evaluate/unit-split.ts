import type { EvenSplit } from "@langgraph-rollback/attribution/conformal/evaluation";

/**
 * Divides positions 0..n-1 into two halves as nearly even as whole units allow: positions of the same unit, such as runs of one
 * task, are never in both. Every order of the units is as likely as any other (Fisher-Yates).
 *
 * @param units  of each position, shape [n]; at least two different ones
 * @param random uniform in [0, 1); decides the split
 * @returns positions of one unit stand together, in the order of the data; units are in random order
 * @throws {RangeError} if all positions are of one unit
 */
export function unitSplit(units: readonly string[], random: () => number): EvenSplit {
  const positions = shuffledByUnit(units, random);
  if (new Set(units).size < 2) throw new RangeError("Expected two units or more to split by, got fewer.");
  const cut = cutBetweenUnits(positions, units, units.length / 2);
  return { calibration: positions.slice(0, cut), test: positions.slice(cut) };
}

/** Runs in three parts of about the same size. */
type Thirds<Run> = readonly [readonly Run[], readonly Run[], readonly Run[]];

/** Divides runs into three parts, as nearly even as whole units allow, with the units in random order. */
export function thirdsByUnit<Run extends { readonly unit: string }>(
  runs: readonly Run[],
  random: () => number,
): Thirds<Run> {
  const units = runs.map(({ unit }) => unit);
  const positions = shuffledByUnit(units, random);
  const [first, second] = [1 / 3, 2 / 3].map((share) =>
    cutBetweenUnits(positions, units, runs.length * share),
  );
  const part = (from?: number, to?: number) => positions.slice(from, to).flatMap((at) => runs[at] ?? []);
  return [part(0, first), part(first, second), part(second)];
}

/** Positions 0..n-1, units in random order, positions of one unit together. */
export function shuffledByUnit(units: readonly string[], random: () => number): readonly number[] {
  const order = positionsByUnit(units);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [a = [], b = []] = [order[last], order[other]];
    order[last] = b;
    order[other] = a;
  }
  return order.flat();
}

/** Positions of each unit, shape [units, positions], in the order of the data. */
function positionsByUnit(units: readonly string[]): (readonly number[])[] {
  const known = new Map<string, number[]>();
  units.forEach((unit, position) => {
    const before = known.get(unit);
    if (before === undefined) known.set(unit, [position]);
    else before.push(position);
  });
  return [...known.values()];
}

/**
 * Cuts positions in two: no unit is on both sides, neither side is empty, and the cut is as near to `wanted` as possible.
 *
 * @param positions positions of one unit stand together
 * @param units     of each position
 * @returns how many positions come before the cut; `wanted` rounded down if there is one unit only
 */
export function cutBetweenUnits(
  positions: readonly number[],
  units: readonly string[],
  wanted: number,
): number {
  const cuts = positions.flatMap((position, at) => {
    const before = positions[at - 1];
    return before === undefined || units[before] === units[position] ? [] : [at];
  });
  return cuts.reduce(
    (best, cut) => (Math.abs(cut - wanted) < Math.abs(best - wanted) ? cut : best),
    cuts[0] ?? Math.floor(wanted),
  );
}

/**
 * Folds that part no unit: the first unit is in fold 0, the next one in fold 1, and so on around.
 *
 * @param units of each position, shape [n]
 * @returns the fold of each position, in 0..count-1
 */
export function foldsByUnit(units: readonly string[], count: number): readonly number[] {
  const ranks = new Map([...new Set(units)].map((unit, rank) => [unit, rank]));
  return units.map((unit) => (ranks.get(unit) ?? 0) % count);
}
