/** Further runs or labels that an advice asks for, at the most. */
export const MOST = 10_000;

/** The first number from `start` on that is enough, {@link MOST} at the most. */
export function leastFrom(start: number, isEnough: (n: number) => boolean): number {
  let n = start;
  while (n < MOST && !isEnough(n)) n += 1;
  return n;
}

/** "1 run", "2 runs". */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
