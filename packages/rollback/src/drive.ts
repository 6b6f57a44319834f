import type { Attempt, EndedAttempt } from "./attempts/attempt.ts";
import { problemEvents, settledEvents, startedEvent } from "./attempts/attempt-events.ts";
import type { AttemptRecord, RollbackProblem } from "./history/attempt-record.ts";
import type { Caller } from "./langgraph/caller.ts";
import { concludeAttempt } from "./attempts/conclude-attempt.ts";
import { RollbackExhaustedError } from "./errors/rollback-exhausted-error.ts";
import { entered, isolated } from "./langgraph/isolate.ts";
import { openNestedCall, type NestedCall } from "./calls/nested-call.ts";
import { isNewInput } from "./langgraph/is-new-input.ts";
import { keepProblems } from "./attempts/keep-problems.ts";
import {
  openAnyway,
  threadCall,
  type ExecutedAttempt,
  type OpenedAttempt,
  type ThreadCall,
} from "./attempts/open-attempt.ts";
import type { RollbackContext } from "./setup/rollback-context.ts";
import { openRootRun } from "./calls/root-run.ts";
import { runAttempt } from "./attempts/run-attempt.ts";
import { settleAttempt } from "./attempts/settle-attempt.ts";
import { outputAgain, whyItStands, type StandingAttempt } from "./attempts/standing-attempt.ts";
import { takeThread } from "./locking/take-thread.ts";
import { tellEvent } from "./attempts/tell-event.ts";
import type { ThreadLease } from "./locking/thread-lock.ts";
import { undoneSteps } from "./attempts/undone-steps.ts";
import { unlessAborted } from "./langgraph/unless-aborted.ts";
import type { CallConfig } from "./streams/call-config.ts";

/**
 * @internal One run with rollback: run, verify, attribute, rewind, note, run again, until an attempt passes or the
 * budget is spent. Yields the chunks that the graph's own stream would yield, attempt after attempt.
 */
export async function* drive(
  context: RollbackContext,
  input: unknown,
  config: CallConfig,
  caller?: Caller,
): AsyncGenerator<unknown, void> {
  const root = await openRootRun(context.graph, input, config);
  try {
    // Verifier, scorer and replanner report to this call; were they in the graph around it, they would write there.
    const run = isolated(() => onThread(context, input, root.config, caller), root.around);
    await root.ended(yield* run);
  } catch (error) {
    await root.failed(error);
    throw error;
  }
}

/** The attempts, with the thread taken from before the first to after the last. */
async function* onThread(
  context: RollbackContext,
  input: unknown,
  config: CallConfig,
  caller: Caller | undefined,
): AsyncGenerator<unknown, unknown> {
  const call = threadCall(context, config, caller);
  const { signal } = call.config;
  const thread = await takeThread(context, call.threadId, signal);
  const running = entered(thread.enter, () => attempts(context, input, call, thread.lease, caller));
  let left: Promise<void> | undefined;
  const leave = async (): Promise<void> => {
    // How the run ends is told to its reader.
    await Promise.allSettled([running.return(undefined)]);
    await thread.release();
  };
  // The reader of an aborted call may be gone, and never ask for the chunk that would let it end.
  const abort = (): void => void (left ??= leave());
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const output = yield* running;
    if (left !== undefined) signal?.throwIfAborted();
    return output;
  } finally {
    signal?.removeEventListener("abort", abort);
    await (left ??= leave());
  }
}

/** Attempt after attempt; returns the output of the last. */
async function* attempts(
  context: RollbackContext,
  input: unknown,
  call: ThreadCall,
  lease: ThreadLease,
  caller: Caller | undefined,
): AsyncGenerator<unknown, unknown> {
  const nested = caller === undefined ? undefined : await openNestedCall(context, input, call, lease, caller);
  // A question ends the call that it is asked in.
  const mayHaveAsked = isNewInput(input) ? nested !== undefined : true;
  let opened = nested?.opened ?? (await openAnyway(context, input, call, lease));
  let standing: StandingAttempt | undefined;
  for (;;) {
    opened.attempt.config.chunkLog?.begin(opened.attempt.number);
    yield* tellEvent(context, opened.attempt, startedEvent(opened.attempt));
    if (opened.problem !== undefined) yield* toldProblem(context, opened.attempt, opened.problem);
    const { attempt, end } = yield* execution(context, opened, nested);
    if (end.status === "refused") throw end.error;
    if (end.status === "paused" || attempt.settled === true) return end.output;
    const concluded = await unlessAborted(concludeAttempt(context, attempt, end), attempt.config.signal);
    const { record, next } = await settleAttempt(context, attempt, concluded, lease);
    const steps =
      record.decision === "roll-back" ? await undoneSteps(context, attempt, record, mayHaveAsked) : undefined;
    if (steps !== undefined) attempt.config.chunkLog?.undo(attempt.number, steps);
    for (const event of settledEvents(attempt, record, steps)) yield* tellEvent(context, attempt, event);
    if (next === undefined) return yield* finish(context, { attempt, end }, record, standing);
    if (!("error" in end)) standing = { number: attempt.number, output: end.output };
    opened = { attempt: next };
  }
}

/** An attempt until it ends or pauses. Inside another graph it does not pause: that graph is asked, and pauses itself. */
async function* execution(
  context: RollbackContext,
  opened: OpenedAttempt,
  nested: NestedCall | undefined,
): AsyncGenerator<unknown, ExecutedAttempt> {
  let { attempt } = opened;
  let end = opened.end ?? (yield* runAttempt(context, attempt));
  if (nested === undefined) return { attempt, end };
  while (end.status === "paused") ({ attempt, end } = yield* nested.goOn(attempt, end));
  return { attempt, end };
}

/**
 * The run's own result: its output has been streamed already, its exception is thrown as it was. Where the checkpointer has
 * cut off the last attempt, the output of the one before it stands.
 */
async function* finish(
  context: RollbackContext,
  { attempt, end }: { readonly attempt: Attempt; readonly end: EndedAttempt },
  record: AttemptRecord,
  standing: StandingAttempt | undefined,
): AsyncGenerator<unknown, unknown> {
  const problem = whyItStands(context, attempt, end, standing);
  if (standing !== undefined && problem !== undefined) {
    yield* toldProblem(context, attempt, problem);
    yield* outputAgain(context, attempt, standing.output);
    return standing.output;
  }
  if (end.error !== undefined) throw end.error;
  const failed = record.decision === "give-up" && record.problem === undefined;
  if (failed && context.options.onFailure === "error")
    throw new RollbackExhaustedError(attempt.threadId, attempt.number, record.reason, end.output);
  return end.output;
}

/** Keeps a problem in the history, and tells it. */
async function* toldProblem(
  context: RollbackContext,
  attempt: Attempt,
  problem: RollbackProblem,
): AsyncGenerator<unknown, void> {
  await keepProblems(context, attempt, [problem]);
  for (const event of problemEvents(attempt, [problem])) yield* tellEvent(context, attempt, event);
}
