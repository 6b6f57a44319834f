import type { Rates } from "./policy.ts";

/** @internal Probability that a retry of so many steps fails although it reaches back to the mistake: it repeats the mistake, or errs afresh. */
export const retryFailure = (steps: number, { errorRate, repeatRate }: Rates): number =>
  1 - (1 - repeatRate) * (1 - errorRate) ** steps;
