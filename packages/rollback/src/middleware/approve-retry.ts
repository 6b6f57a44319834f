import { mustAsk } from "../approving/must-ask.ts";
import { declinedBy, parseAnswer, type RollbackAnswer } from "../approving/rollback-answer.ts";
import { questionOf, type RollbackQuestion } from "../approving/rollback-question.ts";
import { AnswerFormatError } from "../errors/answer-format-error.ts";
import { askAround } from "../langgraph/caller.ts";
import { planChosen } from "../planning/plan-failure.ts";
import { isRetry, notCarriedOut, notRetried, observedRetry, type Retry } from "./observed-retry.ts";
import { concludeRun, planningOf, recordedPlan } from "./conclude-run.ts";
import type { FinishedRun } from "./finished-run.ts";
import { keepDecision, readDecision, type KeptDecision } from "./kept-decision.ts";
import type { MiddlewareContext } from "./middleware-context.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";

/**
 * @internal Judges a finished run and decides what to do about a failure, as {@link concludeRun} does. Asks a human about a retry if the options require it.
 * LangGraph runs the hook again from its top when the question is answered, and when the process died: the decision is stored, and nothing is judged or
 * attributed twice.
 *
 * @throws LangGraph's signal that pauses the agent
 * @throws {AnswerFormatError} if the answer is none; the question stays open
 */
export async function decidedRecord(context: MiddlewareContext, run: FinishedRun): Promise<MiddlewareRecord> {
  if (context.mode === "observe") return observedRetry(await concludeRun(context, run));
  const kept = await readDecision(run);
  if (kept?.isApproved === true) return kept.record;
  const record = kept?.record ?? (await concludeRun(context, run));
  if (!isRetry(record)) return record;
  const question = questionOf({ ...record, rewind: record.trimmed });
  const asks = kept !== undefined || (await asksFirst(context, run, question));
  const begun = kept === undefined ? await stored(run, { record, isApproved: !asks }) : record;
  if (!asks || !isRetry(begun)) return begun;
  const answer = askAround(run.configurable, question);
  const approved = await afterAnswer(context, run, record, parseAnswer(answer.value));
  answer.taken();
  return isRetry(approved) ? stored(run, { record: approved, isApproved: true }) : approved;
}

/** Nothing is asked and nothing undone for a decision that is stored nowhere. */
async function stored(run: FinishedRun, decision: KeptDecision): Promise<MiddlewareRecord> {
  try {
    await keepDecision(run, decision);
    return decision.record;
  } catch (error) {
    run.verifierRun.signal?.throwIfAborted();
    return notCarriedOut(decision.record, error);
  }
}

async function asksFirst(
  { approve, effects, emit }: MiddlewareContext,
  { threadId }: FinishedRun,
  question: RollbackQuestion,
): Promise<boolean> {
  const { asks, problem } = await mustAsk(approve, question, effects?.onIrreversible === "ask");
  if (problem !== undefined) emit({ type: "rollback:problem", threadId, problem });
  return asks;
}

async function afterAnswer(
  context: MiddlewareContext,
  run: FinishedRun,
  record: Retry,
  answer: RollbackAnswer,
): Promise<MiddlewareRecord> {
  if (answer.decision === "decline") return declined(record, answer);
  const moved = answer.step === undefined ? record : await movedTo(context, run, record, answer.step);
  return answer.note === undefined ? moved : { ...moved, note: answer.note };
}

function declined(
  record: Retry,
  answer: Extract<RollbackAnswer, { readonly decision: "decline" }>,
): MiddlewareRecord {
  const reason = `Attempt ${record.attempt} failed, and the rollback of it was declined.`;
  return { ...notRetried(record), stopped: declinedBy(answer), reason };
}

async function movedTo(
  context: MiddlewareContext,
  run: FinishedRun,
  { version, run: turn, attempt, at, outcome, watch, attribution, recovery }: Retry,
  step: number,
): Promise<MiddlewareRecord> {
  const { length } = run.trajectory.steps;
  if (outcome === undefined || attribution === undefined)
    throw new AnswerFormatError(step, "the steps of this attempt are not known.");
  if (step >= length) throw new AnswerFormatError(step, `\`step\` has to be less than ${length}.`);
  const plan = await planChosen(await planningOf(context, run, outcome), attribution, step);
  if (plan.kind === "give-up") throw new AnswerFormatError(step, plan.reason);
  const moved = recordedPlan(run, plan);
  return {
    version,
    run: turn,
    attempt,
    at,
    outcome,
    ...(watch === undefined ? {} : { watch }),
    ...moved,
    ...(recovery === undefined ? {} : { recovery }),
  };
}
