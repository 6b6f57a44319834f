import { seededOrder, trajectoryDraw } from "@langgraph-rollback/attribution/draws";

/** Focus of an analyst of the panel (arXiv:2510.04886, section 3.2). */
export type AnalystRole =
  | "conservative"
  | "detail-focused"
  | "skeptical"
  | "general"
  | "pattern-focused"
  | "liberal";

/** A member of the panel. */
export interface Analyst {
  readonly role: AnalystRole;
  readonly temperature: number;
}

/** @internal From the one who needs most evidence to the one who needs least. */
export const ANALYST_ROLES: readonly AnalystRole[] = [
  "conservative",
  "detail-focused",
  "skeptical",
  "general",
  "pattern-focused",
  "liberal",
];

/**
 * @internal `size` different roles, drawn by `seed` and the trajectory's id, in the order of {@link ANALYST_ROLES}, with
 * temperatures spread evenly over a range: the stricter the role, the lower. One analyst alone gets the middle.
 *
 * @param size in 1..6
 * @param range lowest and highest temperature
 */
export function panelOf(
  size: number,
  [low, high]: readonly [number, number],
  seed: number,
  trajectoryId: string,
): readonly Analyst[] {
  const drawn = seededOrder(ANALYST_ROLES.length, seedFor(seed, trajectoryId)).slice(0, size);
  const spread = (place: number): number =>
    size === 1 ? (low + high) / 2 : low + ((high - low) * place) / (size - 1);
  return ANALYST_ROLES.filter((_, index) => drawn.includes(index)).map((role, place) => ({
    role,
    temperature: hundredths(spread(place)),
  }));
}

/** Each trajectory has a panel of its own, always the same. */
function seedFor(seed: number, trajectoryId: string): number {
  return Math.floor(trajectoryDraw({ id: `${seed}\n${trajectoryId}` }) * 2 ** 32);
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
