import { escalate, leastCost, type Policy, restart, topOne, toSet } from "langgraph-rollback/policies";

/** Price of a run that ends wrong, in run lengths: what `leastCost` takes unless told. */
export const PRICE = 5;

/** Policies of the sweeps by their names, at a miss rate. */
export const SWEEP_POLICIES: Readonly<Record<string, (alpha: number) => Policy>> = {
  restart: () => restart(),
  "to the set": () => toSet(),
  escalate: (alpha) => escalate({ alphas: [Math.min(0.9, 2 * alpha), alpha, alpha / 2] }),
  "least cost": () => leastCost(),
  "top one": () => topOne(),
};
