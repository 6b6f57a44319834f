import type { AttemptRecord } from "../../history/attempt-record.ts";
import { leftAlone } from "../../history/left-alone.ts";
import type { EndedAttempt } from "../attempt/attempt.ts";
import type { RollBackRecord } from "../attempt/attempt-from-fork.ts";
import type { RollbackPlan } from "./plan-rollback.ts";
import type { Failed, Verified } from "./verify-attempt.ts";

type Common = Pick<
  AttemptRecord,
  "version" | "run" | "attempt" | "at" | "head" | "calls" | "files" | "watch"
>;

const common = ({ attempt: { run, number }, end }: EndedAttempt, at: string): Common => ({
  version: 1,
  run,
  attempt: number,
  at,
  head: end.head,
  ...(end.calls === undefined ? {} : { calls: end.calls }),
  ...(end.files === undefined ? {} : { files: end.files }),
  ...(end.watch === undefined ? {} : { watch: end.watch }),
});

/** @internal The record of an attempt after which nothing is to be rolled back: it was accepted, or could not be judged. */
export function recordOfVerdict(ended: EndedAttempt, verified: Exclude<Verified, Failed>): AttemptRecord {
  const base = common(ended, verified.at);
  if (verified.kind === "unjudged") return { ...base, decision: "give-up", ...leftAlone(verified.problem) };
  const reason = `Attempt ${ended.attempt.number} passed the verifier.`;
  return { ...base, outcome: verified.outcome, decision: "accept", reason };
}

/** @internal The record of an attempt that failed, with what is to be done about it. */
export function recordOfPlan(
  ended: EndedAttempt,
  { at, outcome }: Failed,
  plan: Extract<RollbackPlan, { readonly kind: "roll-back" }>,
): RollBackRecord;
export function recordOfPlan(ended: EndedAttempt, failed: Failed, plan: RollbackPlan): AttemptRecord;
export function recordOfPlan(
  ended: EndedAttempt,
  { at, outcome }: Failed,
  plan: RollbackPlan,
): AttemptRecord {
  // A notice is a record of its own.
  const { kind: decision, notice: _, ...rest } = plan;
  return { ...common(ended, at), outcome, decision, ...rest };
}
