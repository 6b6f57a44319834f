import type { Policy } from "../policies/policy.ts";

/** @internal To the first step of the set of the run's first failure; later, and where nothing is bounded, to the start. */
export const DEFAULT_POLICY: Policy = {
  name: "to-set",
  decide: ({ tries, startAt, alpha }) => {
    const bounded = tries.length === 1 ? startAt(alpha) : undefined;
    if (bounded === undefined)
      return { kind: "roll-back", start: 0, reason: "Nothing is known of where the mistake lies." };
    const { start, level, guarantee } = bounded;
    return {
      kind: "roll-back",
      start,
      promise: { attempt: 1, level, alpha, guarantee },
      reason: "The first step of the prediction set.",
    };
  },
};
