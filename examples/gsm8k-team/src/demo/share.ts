/** How many of a number of runs. */
export interface Share {
  readonly count: number;
  readonly of: number;
  /** In [0, 1]; null when there was no run. */
  readonly share: number | null;
  /** Of the share, as one of independent draws: sqrt(p (1 - p) / n). */
  readonly standardError: number | null;
}

export function shareOf(count: number, of: number): Share {
  if (of === 0) return { count, of, share: null, standardError: null };
  const share = count / of;
  return { count, of, share, standardError: Math.sqrt((share * (1 - share)) / of) };
}
