import type { Policy } from "langgraph-rollback/policies";

/** Ends a run after so many rollbacks. The policy plans as if it were not so. */
export const cutAfter = (rollbacks: number, policy: Policy): Policy => ({
  name: policy.name,
  decide: (context) =>
    context.tries.length > rollbacks
      ? { kind: "give-up", reason: `The run is cut after rollback ${rollbacks}.` }
      : policy.decide(context),
});
