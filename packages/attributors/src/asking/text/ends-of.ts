/** @internal Stands where text was left out. */
export const GAP = " […] ";

/** @internal The beginning's share of what is left. */
export const HEAD = 0.6;

/** @internal The ends that are left of a text whose middle is cut out. */
export interface Ends {
  readonly head: string;
  readonly tail: string;
}

/**
 * @internal The beginning and the end of a text that is longer than `limit`: what was done and what came of it.
 *
 * @param limit     characters that both have together, at least 0
 * @param headShare the beginning's share of them, in (0, 1)
 */
export function endsOf(text: string, limit: number, headShare: number): Ends {
  const head = Math.ceil(limit * headShare);
  const tail = Math.max(0, limit - head);
  return { head: text.slice(0, head), tail: text.slice(text.length - tail) };
}
