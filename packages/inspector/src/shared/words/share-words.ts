import type { PilotShare } from "@langgraph-rollback/attribution";

/** A share with its interval: "3 of 10 (7-65 %)"; "none" of nothing. */
export const shareWords = ({ count, interval, of }: PilotShare): string =>
  of === 0 ? "none" : `${count} of ${of} (${between(interval)})`;

/** An interval of shares: "7-65 %". */
export const between = ({ lower, upper }: PilotShare["interval"]): string =>
  `${wholePercent(lower)}-${wholePercent(upper)} %`;

/** A share in percent, as a whole number. */
export const wholePercent = (share: number): number => Math.round(share * 100);
