export { escalate } from "./escalate.ts";
export type { EscalateOptions } from "./escalate.ts";
export { leastCost } from "./least-cost.ts";
export type { LeastCostOptions } from "./least-cost.ts";
export type {
  ConformalStart,
  FailedTry,
  Policy,
  PolicyContext,
  PolicyDecision,
  Rates,
  StartPromise,
} from "./policy.ts";
export { restart } from "./restart.ts";
export { toSet } from "./to-set.ts";
export { topOne } from "./top-one.ts";
