import type { RollbackAnswer } from "../../approving/rollback-answer.ts";
import { AnswerFormatError } from "../../errors/answer-format-error.ts";
import { newForkId } from "../../langgraph/fork-id.ts";
import { planChosen } from "../../planning/plan-failure.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { EndedAttempt } from "../attempt/attempt.ts";
import type { RollBackRecord } from "../attempt/attempt-from-fork.ts";
import { failedAttempt } from "./failed-attempt.ts";
import { placedNote } from "../attempt/placed-note.ts";
import { planningOf, recordedPlan } from "./plan-rollback.ts";
import { recordOfPlan } from "./record-of.ts";

/**
 * @internal A decision to roll back as a human has amended it: with another first step, another note, or as it was.
 *
 * @throws {AnswerFormatError} if the graph cannot go back to that step, or must not
 */
export async function amendedRecord(
  context: RollbackContext,
  ended: EndedAttempt,
  record: RollBackRecord,
  answer: Extract<RollbackAnswer, { readonly decision: "approve" }>,
): Promise<RollBackRecord> {
  const planned = answer.step === undefined ? record : await movedTo(context, ended, record, answer.step);
  // Of a thread's checkpoints the one with the latest id is its head: the fork has to come after the question.
  const moved = { ...planned, rewind: { ...planned.rewind, fork: newForkId() } };
  if (answer.note === undefined) return moved;
  const { text, updates } = await placedNote(context, ended.reads, moved.rewind, {
    note: answer.note,
    head: record.head,
  });
  return { ...moved, note: text, updates };
}

async function movedTo(
  context: RollbackContext,
  ended: EndedAttempt,
  { at, outcome, attribution, recovery, files }: RollBackRecord,
  step: number,
): Promise<RollBackRecord> {
  if (outcome === undefined || attribution === undefined)
    throw new AnswerFormatError(step, "the steps of this attempt are not known.");
  const verified = { kind: "failed" as const, at, outcome };
  const failed = await failedAttempt(context, ended, verified);
  const { length } = failed.trajectory.steps;
  if (step >= length) throw new AnswerFormatError(step, `\`step\` has to be less than ${length}.`);
  const chosen = await planChosen(planningOf(context, failed), attribution, step);
  const plan = recordedPlan(context, failed, chosen);
  if (plan.kind === "give-up") throw new AnswerFormatError(step, plan.reason);
  return {
    ...recordOfPlan(ended, verified, plan),
    ...(recovery === undefined ? {} : { recovery }),
    ...(files === undefined ? {} : { files }),
  };
}
