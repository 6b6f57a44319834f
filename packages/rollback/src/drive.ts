import { answeredBy, approve } from "./approve-rollback.ts";
import { takeBackAnyway, type OpenQuestion } from "./attempts/decide/ask-human.ts";
import { isRollBack } from "./attempts/attempt/attempt-from-fork.ts";
import { readsOf } from "./attempts/attempt/attempt-reads.ts";
import { outputIn, type EndedAttempt, type FinalEnd } from "./attempts/attempt/attempt.ts";
import { openAnyway } from "./attempts/open/open-attempt.ts";
import type { OpenedAttempt } from "./attempts/open/opened-attempt.ts";
import { threadCall, type ThreadCall } from "./attempts/attempt/thread-call.ts";
import { isToGoOn, letGoOn, stopRefused } from "./attempts/decide/let-go-on.ts";
import { refusedRequest } from "./attempts/decide/refused-request.ts";
import { planRollback } from "./attempts/decide/plan-rollback.ts";
import { recordOfPlan, recordOfVerdict } from "./attempts/decide/record-of.ts";
import { keepVerdict, rollBack } from "./attempts/back/roll-back.ts";
import { runAttempt } from "./attempts/run/run-attempt.ts";
import { isGivenUp, standingEnd, type EarlierEnds, type RunEnding } from "./attempts/end/standing-attempt.ts";
import { tellState } from "./attempts/tell/tell-state.ts";
import {
  tellEnded,
  tellProblem,
  tellRolledBack,
  tellStanding,
  tellStarted,
} from "./attempts/tell-progress.ts";
import { judgedFacts, toldContext } from "./attempts/tell/telemetry-facts.ts";
import { verifyAttempt } from "./attempts/decide/verify-attempt.ts";
import { openNestedCall, type NestedCall } from "./calls/nested-call.ts";
import { openRootRun } from "./calls/root-run.ts";
import { isUndoneStanding } from "./effects/effect-record.ts";
import { refuseInReplay } from "./effects/intercepting/in-replay.ts";
import { throwUnreleased } from "./attempts/end/throw-unreleased.ts";
import { RollbackExhaustedError } from "./errors/rollback-exhausted-error.ts";
import type { AttemptRecord } from "./history/attempt-record.ts";
import type { Caller } from "./langgraph/caller.ts";
import { isNewInput } from "./langgraph/is-new-input.ts";
import { isolated } from "./langgraph/isolate.ts";
import { unlessAborted } from "./langgraph/on-abort.ts";
import { type HeldLease, onThread } from "./locking/take-thread.ts";
import { learnFromRun } from "./loop/loops.ts";
import { learningPlace } from "./setup/learning-place.ts";
import { learntFor, runIsOver } from "./setup/open-runs.ts";
import type { RollbackContext } from "./setup/rollback-context.ts";
import { inTelemetry, tellTelemetry } from "./setup/telemetry.ts";
import type { CallConfig } from "./streams/call-config.ts";
import { takeWorkspace } from "./workspace/held-workspaces.ts";

/**
 * @internal One run with rollback. Yields the chunks that the graph's own stream would yield, attempt after attempt.
 *
 * @param caller the task of another graph that makes the call, if one does
 */
export async function* drive(
  context: RollbackContext,
  input: unknown,
  config: CallConfig,
  caller?: Caller,
): AsyncGenerator<unknown, void> {
  refuseInReplay(context.graph);
  const { telemetry } = context.options;
  if (telemetry === undefined) return yield* driveCall(context, input, config, caller);
  const told = toldContext(context, telemetry, config);
  const over = { isSeen: false };
  try {
    yield* inTelemetry(told, () => driveCall(told, input, config, caller));
  } catch (error) {
    over.isSeen = true;
    await tellTelemetry(told, (each) => each.ended({ error }));
    throw error;
  } finally {
    if (!over.isSeen) await tellTelemetry(told, (each) => each.ended());
  }
}

async function* driveCall(
  context: RollbackContext,
  input: unknown,
  config: CallConfig,
  caller: Caller | undefined,
): AsyncGenerator<unknown, void> {
  const root = await openRootRun(context.graph, input, config);
  try {
    const call = threadCall(context, root.config, caller);
    const thread = { threadId: call.threadId, signal: call.config.signal };
    const run = () =>
      onThread(context, thread, (lease) =>
        onFiles(context, call.threadId, () => attempts(context, input, call, lease, caller)),
      );
    // Verifier, scorer and replanner report to this call; were they in the graph around it, they would write there.
    await root.ended(yield* isolated(run, root.around));
  } catch (error) {
    await root.failed(error);
    throw error;
  }
}

/** A run that has its workspace to itself. */
async function* onFiles(
  { options }: RollbackContext,
  threadId: string,
  run: () => AsyncGenerator<unknown, unknown>,
): AsyncGenerator<unknown, unknown> {
  const release = await takeWorkspace(options.workspace, threadId);
  try {
    return yield* run();
  } finally {
    await release();
  }
}

/**
 * Attempt after attempt, until one passes or the budget is spent: run, verify, plan, roll back.
 *
 * @returns the run's output
 */
async function* attempts(
  context: RollbackContext,
  input: unknown,
  call: ThreadCall,
  lease: HeldLease,
  caller: Caller | undefined,
): AsyncGenerator<unknown, unknown> {
  const { signal } = call.config;
  const nested = caller === undefined ? undefined : await openNestedCall(context, input, call, lease, caller);
  // A question ends the call in which it comes up.
  const mayHaveAsked = isNewInput(input) ? nested !== undefined : true;
  const operator = await call.opening?.(context, call, lease);
  let opened = nested?.opened ?? (await openAnyway(context, input, call, lease));
  const earlier = new Map<number, FinalEnd>();
  const place = { lease, earlier };
  for (;;) {
    const { question } = opened;
    const ended = question?.ended ?? (yield* runToEnd(context, opened, nested));
    if (ended.kind === "left") return ended.output;

    const record = question?.asked.record ?? (yield* decide(context, ended, signal));
    if (question === undefined && isToGoOn(record)) {
      opened = yield* goingOn(context, ended, record, { question, lease });
      continue;
    }
    const refused = question === undefined ? refusedRequest(ended, record) : undefined;
    if (refused !== undefined) {
      yield* tellProblem(context, ended.attempt, refused.problem);
      opened = { attempt: refused.attempt };
      continue;
    }
    if (question === undefined)
      await tellTelemetry(context, (telemetry) => telemetry.judged(judgedFacts(context, ended, record)));
    if (!isRollBack(record))
      return yield* finish(context, ended, await keepVerdict(context, ended, record, place), earlier);

    const given = yield* approve(context, ended, record, { question, lease, nested });
    const approval = question === undefined ? given : answeredBy(operator, given);
    if (approval.kind === "waits") return approval.output;
    if (approval.kind === "declined" && isToGoOn(approval.record)) {
      opened = yield* goingOn(context, ended, approval.record, { question, lease });
      continue;
    }
    const settled =
      approval.kind === "declined"
        ? await keepVerdict(context, ended, approval.record, {
            ...place,
            threadHead: question?.asked.checkpoint,
          })
        : await rollBack(context, ended, approval.record, lease, {
            threadHead: approval.at,
            isResumed: question !== undefined,
          });
    if (settled.kind === "unfinished") {
      yield* tellEnded(context, ended.attempt, settled.record);
      throw settled.error;
    }
    if (settled.kind === "over" && isToGoOn(settled.record)) {
      opened = yield* goingOn(context, ended, settled.record, { question, lease });
      continue;
    }
    if (settled.kind === "over") {
      // The question is not on the branch of a thread that continues from another attempt.
      if (question !== undefined && settled.end === undefined)
        yield* withoutQuestion(context, question, lease);
      return yield* finish(context, ended, settled, earlier);
    }
    yield* tellRolledBack(context, ended, settled.record, mayHaveAsked);
    // Earlier attempts tell of effects that are undone now, so none of these attempts can be the run's end any more.
    if (settled.record.effects?.some(({ standing }) => isUndoneStanding(standing)) === true) earlier.clear();
    else earlier.set(ended.attempt.number, ended.end);
    opened = { attempt: settled.next };
  }
}

/** An attempt that was stopped early and is not rolled back. Once the history says so, nobody asks about it again. */
async function* goingOn(
  context: RollbackContext,
  ended: EndedAttempt,
  record: AttemptRecord,
  asked: { readonly question: OpenQuestion | undefined; readonly lease: HeldLease },
): AsyncGenerator<unknown, OpenedAttempt> {
  yield* tellProblem(context, ended.attempt, stopRefused(ended, record));
  const head = asked.question && (yield* withoutQuestion(context, asked.question, asked.lease));
  return letGoOn(ended, record, head ?? ended.end.head);
}

/** Verifies an attempt, and decides what is to be done about it. */
async function* decide(
  context: RollbackContext,
  ended: EndedAttempt,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, AttemptRecord> {
  const verified = await unlessAborted(verifyAttempt(context, ended), signal);
  if (verified.kind !== "failed") return recordOfVerdict(ended, verified);
  const plan = await unlessAborted(planRollback(context, ended, verified), signal);
  if (plan.notice !== undefined) yield* tellProblem(context, ended.attempt, plan.notice);
  return recordOfPlan(ended, verified, plan);
}

/**
 * Runs an attempt until it ends. Inside another graph it does not pause: that graph asks, and pauses itself.
 *
 * @returns `left` where the attempt waits for a human, or was judged in an earlier process already
 */
async function* runToEnd(
  context: RollbackContext,
  opened: OpenedAttempt,
  nested: NestedCall | undefined,
): AsyncGenerator<unknown, EndedAttempt | { readonly kind: "left"; readonly output: unknown }> {
  let { attempt } = opened;
  const isOver = attempt.start.kind === "settled";
  const files = isOver ? undefined : await learntFor(learningPlace(context), attempt);
  // An attempt whose model's request is refused has been told of.
  if (attempt.refusal === undefined) yield* tellStarted(context, opened);
  for (const problem of files?.problems ?? []) yield* tellProblem(context, attempt, problem);
  let end = opened.end ?? (yield* runAttempt(context, attempt));
  if (nested !== undefined)
    while (end.kind === "paused") ({ attempt, end } = yield* nested.goOn(attempt, end));
  if (end.kind === "refused") throw end.error;
  if (end.kind === "paused" || isOver) return { kind: "left", output: outputIn(end) };
  return { kind: "ended", attempt, end, reads: readsOf(context, attempt.threadId, end.head) };
}

/** Takes an open question back: the thread and its output are what they were before it. @returns id of the thread's new head, if that is the run's */
async function* withoutQuestion(
  context: RollbackContext,
  question: OpenQuestion,
  lease: HeldLease,
): AsyncGenerator<unknown, string | undefined> {
  const { ended } = question;
  const { head, problem } = await takeBackAnyway(context, question, lease);
  if (problem !== undefined) yield* tellProblem(context, ended.attempt, problem);
  // The call with the question streams it, not the call with the answer.
  yield* tellState(context, ended);
  return head;
}

/**
 * The run's own result: its output has been streamed already, its exception is thrown as it was. Where an earlier attempt's
 * end is the run's, that is told and streamed.
 */
async function* finish(
  context: RollbackContext,
  ended: EndedAttempt,
  verdict: RunEnding,
  earlier: EarlierEnds,
): AsyncGenerator<unknown, unknown> {
  const { attempt } = ended;
  const { record } = verdict;
  runIsOver(learningPlace(context), attempt);
  learnFromRun(context, attempt, record);
  yield* tellEnded(context, attempt, record);
  const standing = standingEnd(context, ended, verdict, earlier);
  if (standing !== undefined) yield* tellStanding(context, ended, standing);
  const { end } = standing ?? ended;
  if (end.kind === "threw") throw end.error;
  throwUnreleased(context, record, outputIn(end));
  if (standing === undefined && isGivenUp(record) && context.options.onFailure === "error")
    throw new RollbackExhaustedError(
      attempt.threadId,
      attempt.number,
      record.reason,
      outputIn(end),
      record.stopped,
    );
  return outputIn(end);
}
