import { z } from "zod";

import { PolicyFailedError } from "../errors/policy-failed-error.ts";
import { PolicyOutputError } from "../errors/policy-output-error.ts";
import type { RewindDecision, RollbackProblem } from "../history/attempt-record.ts";
import { problemOf } from "../history/left-alone.ts";
import type { Policy, PolicyContext, PolicyDecision } from "../policies/policy.ts";

/** @internal A policy's decision, or a restart where the policy failed. */
export type CheckedDecision = RollBackDecision | { readonly kind: "give-up"; readonly reason: string };

/** @internal Decision to roll back, with the step to go back to. */
export interface RollBackDecision {
  readonly kind: "roll-back";
  /** First step to execute again, 0-based. */
  readonly start: number;
  readonly decision: Omit<RewindDecision, "reach">;
  /** Why it is a restart, if the policy failed. */
  readonly problem?: RollbackProblem;
}

const share = z.number().min(0).max(1);

const promise = z.object({
  attempt: z.literal(1),
  level: share,
  alpha: share,
  guarantee: z.enum(["exact", "approximate"]),
  convention: z.literal("last-recovering-start").exactOptional(),
});

const decisionOn = (length: number): z.ZodType<PolicyDecision> =>
  z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("roll-back"),
      start: z
        .number()
        .int()
        .min(0)
        .max(length - 1),
      promise: promise.exactOptional(),
      reason: z.string(),
    }),
    z.object({ kind: z.literal("give-up"), reason: z.string() }),
  ]);

/** @internal Asks a policy. One that fails, or decides nothing that can be done, never throws: the run restarts then. */
export function askPolicy(policy: Policy, context: PolicyContext): CheckedDecision {
  const { name } = policy;
  const length = context.costs.length;
  try {
    const decision = checkedDecision(policy, length, given(policy, context));
    if (decision.kind === "give-up") return decision;
    const { kind, start, ...rest } = decision;
    return { kind, start, decision: { policy: name, ...rest } };
  } catch (error) {
    const problem = problemOf(error);
    const reason = `The policy failed (${problem.code}), so the run starts again from its beginning.`;
    return { kind: "roll-back", start: 0, decision: { policy: name, reason }, problem };
  }
}

function given(policy: Policy, context: PolicyContext): unknown {
  try {
    return policy.decide(context);
  } catch (cause) {
    throw new PolicyFailedError(policy.name, { cause });
  }
}

function checkedDecision(policy: Policy, length: number, received: unknown): PolicyDecision {
  const parsed = decisionOn(length).safeParse(received);
  if (!parsed.success) throw new PolicyOutputError(policy.name, length, received);
  return parsed.data;
}
