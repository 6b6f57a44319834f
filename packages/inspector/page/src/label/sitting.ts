/** So many failures make up one sitting. */
const SITTING = 50;

/** How far a sitting has come. */
export interface Sitting {
  readonly done: number;
  readonly of: number;
}

/**
 * The sitting that somebody is in: of fifty, or of all that there is. After fifty the next one begins.
 *
 * @param done how many attempts were dealt with on this visit
 * @param left how many are still to be labelled
 */
export function sittingOf(done: number, left: number): Sitting {
  const before = left === 0 ? Math.floor(Math.max(0, done - 1) / SITTING) * SITTING : done - (done % SITTING);
  return { done: done - before, of: Math.min(SITTING, done - before + left) };
}
