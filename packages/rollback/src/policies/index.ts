export { escalate } from "./escalate.ts";
export { leastCost } from "./least-cost.ts";
export type { Policy, PolicyContext, PolicyDecision } from "./policy.ts";
export { restart } from "./restart.ts";
export { toSet } from "./to-set.ts";
export { topOne } from "./top-one.ts";
