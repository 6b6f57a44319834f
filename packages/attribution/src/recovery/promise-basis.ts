/** How a promise came about, as far as it is told in words. */
export interface PromiseBasis {
  /** Number of runs, tasks or failures that it was calibrated on. */
  readonly n: number;
  readonly guarantee: "exact" | "approximate";
  /** Share of calibrations that may promise too much; absent where it holds on average over calibrations. */
  readonly delta?: number;
}

/** Number and kind of a promise: "n = 60, exact". */
export function basisWords({ delta, guarantee, n }: PromiseBasis): string {
  if (guarantee === "approximate") return `n = ${n}, approximate`;
  return `n = ${n}, ${delta === undefined ? "exact" : `in ${atLeast(1 - delta)} of calibrations`}`;
}

/** Above any rounding of a share in thousandths. */
const SLACK = 1e-9;

/** A share that holds at the least, rounded down: a promise must not round up. */
export const atLeast = (share: number): string => `${Math.floor(share * 1000 + SLACK) / 10} %`;

/** A share that holds at the most, rounded up. */
export const atMost = (share: number): string => `${Math.ceil(share * 1000 - SLACK) / 10} %`;
