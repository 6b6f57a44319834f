import { clopperPearson } from "../conformal/index.ts";

/** Chance, at the most, that a sign test speaks where both ways are as likely. */
const DOUBT = 0.05;

/**
 * Whether so many of `more + less` changes went one way that chance alone does that in at most one of twenty samples.
 *
 * @param more changes that way, a whole number >= 0
 * @param less changes the other way, a whole number >= 0
 */
export function isBeyondChance(more: number, less: number): boolean {
  const changed = more + less;
  return changed > 0 && clopperPearson(more, changed, 1 - 2 * DOUBT).lower >= 0.5;
}
