import { mustAsk } from "../approving/must-ask.ts";
import { parseAnswer, type RollbackAnswer } from "../approving/rollback-answer.ts";
import { questionOf, type RollbackQuestion } from "../approving/rollback-question.ts";
import { AnswerFormatError } from "../errors/answer-format-error.ts";
import { askAround } from "../langgraph/caller.ts";
import { guardRewind } from "../planning/guard-rewind.ts";
import type { UndonePart } from "../rewinding/rewind-point.ts";
import { isRetry, notCarriedOut, notRetried, observedRetry, type Retry } from "./observed-retry.ts";
import { plainTrajectory } from "../steps/plain-trajectory.ts";
import { concludeRun, shortened, trimPlan } from "./conclude-run.ts";
import type { FinishedRun } from "./finished-run.ts";
import { keepDecision, readDecision, type KeptDecision } from "./kept-decision.ts";
import type { MiddlewareContext } from "./middleware-context.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";
import { effectsOfTurn } from "./turn-effects.ts";
import { placesInConversation } from "./undo-turn.ts";

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
  if (answer.decision === "decline") return declined(record);
  const moved = answer.step === undefined ? record : await movedTo(context, run, record, answer.step);
  return answer.note === undefined ? moved : { ...moved, note: answer.note };
}

function declined(record: Retry): MiddlewareRecord {
  const reason = `Attempt ${record.attempt} failed, and the rollback of it was declined.`;
  return { ...notRetried(record), stopped: { by: "declined" }, reason };
}

async function movedTo(
  context: MiddlewareContext,
  run: FinishedRun,
  decided: Retry,
  step: number,
): Promise<MiddlewareRecord> {
  const { effects: _, ...record } = decided;
  const { trajectory, attempt } = run;
  const { length } = trajectory.steps;
  if (step >= length) throw new AnswerFormatError(step, `\`step\` has to be less than ${length}.`);
  const plan = (from: number): Promise<UndonePart> => Promise.resolve(trimPlan(trajectory, from));
  const setStart = record.attribution?.set.range.start ?? 0;
  const asked = { trajectory, attempt, start: step, setStart, places: placesInConversation(run) };
  const known = await effectsOfTurn(context, run.turn, run);
  const guarded =
    known === undefined
      ? { kind: "rewind" as const, rewind: await plan(step), effects: [], words: "" }
      : await guardRewind(known.all, asked, plan);
  if (guarded.kind === "stopped") throw new AnswerFormatError(step, guarded.words.replace(/^; /, ""));
  const { rewind, effects } = guarded;
  return {
    ...record,
    reason: `Attempt ${attempt} failed; trimmed from step ${rewind.step + 1} of ${length} on${guarded.words}.`,
    trimmed: { ...rewind, policy: "human", reason: `A human chose step ${step + 1}.` },
    ...(effects.length === 0 ? {} : { effects }),
    undone: plainTrajectory(trajectory).steps.slice(rewind.step).map(shortened),
  };
}
