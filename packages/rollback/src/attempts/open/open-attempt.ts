import { headState } from "../attempt/attempt-end.ts";
import { stampedAttempt } from "../../steps/attempt-stamp.ts";
import { dropQuestion } from "../decide/drop-question.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { problemOf } from "../../history/left-alone.ts";
import { isNewInput, isNewWork } from "../../langgraph/is-new-input.ts";
import { lineageOf, turnInput } from "../../reading/lineage.ts";
import { patiently } from "../../recording/patiently.ts";
import { begunRollback } from "./open-decision.ts";
import { toldOfHeld } from "./told-of-held.ts";
import { completeReleases } from "../end/settle-holds.ts";
import { completeStand } from "../end/stand-on.ts";
import { isFinalError } from "../../errors/is-final-error.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { checkpointConfig, checkpointIdOf, checkpointTuple } from "../../langgraph/thread.ts";
import type { ThreadCall } from "../attempt/thread-call.ts";
import type { HeldLease } from "../../locking/take-thread.ts";
import type { OpenedAttempt } from "./opened-attempt.ts";
import { goingOn } from "./going-on.ts";

/**
 * @internal Turns a call of the wrapped graph into an attempt, as {@link openAttempt} does. Where a run stands on its
 * thread is the rollback's to know: if the checkpointer does not say, the graph is called as it would be without rollback, and gives or throws what it does then.
 */
export async function openAnyway(
  context: RollbackContext,
  input: unknown,
  call: ThreadCall,
  lease: HeldLease,
): Promise<OpenedAttempt> {
  const { config } = call;
  try {
    return await patiently(() => openAttempt(context, input, call, lease), config.signal);
  } catch (error) {
    config.signal?.throwIfAborted();
    if (isFinalError(error)) throw error;
    return { attempt: freshAttempt(context, input, call), problem: problemOf(error) };
  }
}

/**
 * Turns a call of the wrapped graph into an attempt.
 *
 * New input starts a run, and so does a Command with a `goto` or an `update` on a thread that has nothing left to do.
 * `null`, or any other Command, resumes the run that the thread is in, also in another process: in the same attempt
 * and with the same budget; a decision that was taken but not carried out is carried out.
 *
 * @param lease the thread, taken
 * @throws {ThreadMovedError} if another run has moved the thread while a stored decision was being carried out
 */
async function openAttempt(
  context: RollbackContext,
  input: unknown,
  call: ThreadCall,
  lease: HeldLease,
): Promise<OpenedAttempt> {
  const { threadId, config } = call;
  const fresh = freshAttempt(context, input, call);
  if (isNewInput(input)) {
    await dropQuestion(context, threadId);
    await completeBefore(context, fresh, lease);
    return { attempt: await toldOfHeld(context, fresh) };
  }
  const named = checkpointIdOf(config);
  const found = await context.saver.getTuple(checkpointConfig(threadId, named));
  if (found === undefined) return { attempt: fresh };
  const fork = named === undefined && (await completeStand(context, threadId, lease, config.signal, found));
  const head = fork ? await checkpointTuple(context.saver, threadId, fork) : found;
  // A Command that gives a finished thread new work starts a run: the old one has ended.
  if (
    named === undefined &&
    isNewWork(input) &&
    (await headState(context.graph, threadId))?.next.length === 0
  )
    return { attempt: fresh };
  const lineage = await lineageOf(context.saver, threadId, head);
  const anew: Attempt = { ...fresh, input: turnInput(lineage) };
  // Not the head's alone: a user who edits the state in a pause puts a checkpoint of their own there.
  const stamp = lineage.map(({ metadata }) => stampedAttempt({ ...metadata })).findLast(isDefined);
  if (named !== undefined) return { attempt: anew };
  const own = stamp && { ...stamp, head: head.checkpoint.id };
  // Somebody may have run the graph without rollback over a rollback that was cut off.
  const position = own ?? (await begunRollback(context, threadId));
  return position === undefined ? { attempt: anew } : goingOn(context, anew, position, lease);
}

/** Completes what a process has left behind that died, before a new turn starts: the turn starts from there. */
async function completeBefore(context: RollbackContext, fresh: Attempt, lease: HeldLease): Promise<void> {
  const { threadId, config } = fresh;
  const { onFailure, effects } = context.options;
  await completeReleases(context, fresh);
  if (onFailure !== "best" && effects === undefined) return;
  const head = await context.saver.getTuple(checkpointConfig(threadId));
  if (head === undefined) return;
  await completeStand(context, threadId, lease, config.signal, head);
  const begun = await begunRollback(context, threadId);
  if (begun !== undefined) await goingOn(context, fresh, begun, lease);
}

/** The first attempt of a run that a call starts. */
const freshAttempt = (
  context: RollbackContext,
  input: unknown,
  { threadId, run, config }: ThreadCall,
): Attempt => ({
  run: run ?? context.options.ids(),
  number: 1,
  threadId,
  input,
  call: input,
  config,
  start: { kind: "call" },
});

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;
