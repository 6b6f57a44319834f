import {
  askHuman,
  asksFirst,
  mayAsk,
  type Approval,
  type OpenQuestion,
} from "./attempts/decide/ask-human.ts";
import type { RollBackRecord } from "./attempts/attempt/attempt-from-fork.ts";
import type { EndedAttempt } from "./attempts/attempt/attempt.ts";
import { withChangesOfOthers } from "./attempts/decide/changes-of-others.ts";
import { observedRecord } from "./attempts/decide/observed-record.ts";
import { tellProblem } from "./attempts/tell-progress.ts";
import type { NestedCall } from "./calls/nested-call.ts";
import type { OperatorAction } from "./history/operator-action.ts";
import type { HeldLease } from "./locking/take-thread.ts";
import type { RollbackContext } from "./setup/rollback-context.ts";

/** @internal An answer with who has given it, if that is told. */
export function answeredBy(operator: OperatorAction | undefined, approval: Approval): Approval {
  if (operator === undefined || approval.kind === "waits") return approval;
  return approval.kind === "approved"
    ? { ...approval, record: { ...approval.record, operator } }
    : { ...approval, record: { ...approval.record, operator } };
}

/** @internal A human's answer about a decision to roll back, if a human is asked. A question that cannot be asked leaves the run as it is. */
export async function* approve(
  context: RollbackContext,
  ended: EndedAttempt,
  record: RollBackRecord,
  given: {
    readonly question: OpenQuestion | undefined;
    readonly lease: HeldLease;
    readonly nested: NestedCall | undefined;
  },
): AsyncGenerator<unknown, Approval> {
  const { question: open, lease, nested } = given;
  // Also if a call that was not observed asked the question: its plan is not carried out either.
  if (context.options.mode === "observe") return { kind: "declined", record: observedRecord(record) };
  const seen = mayAsk(context) ? await withChangesOfOthers(context, ended.attempt.threadId, record) : record;
  if (open === undefined) {
    const { asks, problem } = await asksFirst(context, seen);
    if (problem !== undefined) yield* tellProblem(context, ended.attempt, problem);
    if (!asks) return { kind: "approved", record: seen };
  }
  return yield* askHuman(context, ended, seen, { open, lease, around: nested?.ask });
}
