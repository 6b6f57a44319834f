import type { RunnableConfig } from "@langchain/core/runnables";
import { Command } from "@langchain/langgraph";
import { INTERRUPT, RESUME, type CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { parseAnswer } from "../approving/rollback-answer.ts";
import { withOpeningAction } from "../attempts/attempt/opening-action.ts";
import { answerTo, pendingQuestion } from "../calls/pending-question.ts";
import { ActionRefusedError } from "../errors/action-refused-error.ts";
import { ThreadMovedError } from "../errors/thread-moved-error.ts";
import { begunRollback } from "../attempts/open/open-decision.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { readJournal, recordsOfRun } from "../history/journal.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import type { RollbackTarget } from "../langgraph/compiled-graph.ts";
import { signedAnswer } from "../operating/answer-rollback.ts";
import type { ActionRequest } from "../operating/request.ts";
import { asSeen } from "../operating/seen.ts";
import { listTolerantly } from "../recording/tolerant-reads.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { stampedAttempt } from "../steps/attempt-stamp.ts";
import { withRunName } from "../steps/run-name.ts";
import { guardedContext } from "../setup/guarded-context.ts";

/** A run of a queue, by the id that the queue has given it. */
export interface QueuedRun {
  /** Id of the run, unique among all runs of its thread: that of the queue's job. It becomes the `run` of the thread's history. */
  readonly run: string;
  readonly threadId: string;
  /** The input that starts the run. */
  readonly input: unknown;
  /** Whether no call was ever made for it: nothing is looked up then. */
  readonly isNew?: boolean;
  /** The span in which it was put into the queue, as a W3C `traceparent`: with `telemetry`, the call is told of under it. */
  readonly trace?: string;
  /** The answer to the question that the run waits with. */
  readonly answer?: {
    readonly value: unknown;
    /** The {@link NextCall} `mark` of the call that has given the answer first, if one has. */
    readonly mark?: string;
    /** The person who answers a question about a rollback, for the history: as `answerRollback` is given them. Default: nobody is named. */
    readonly signed?: ActionRequest;
  };
}

/** The call that takes a run of a queue further, or the end that it has come to. */
export type NextCall =
  | {
      readonly kind: "call";
      /** For `invoke` or `stream`: the run's input, the answer as a Command, or `null` for a run that has begun. */
      readonly input: unknown;
      /** Names the thread and the run. Add signal, callbacks and stream modes to it. */
      readonly config: RunnableConfig;
      /** Whether the thread holds anything of the run already. */
      readonly isBegun: boolean;
      /** Marks the answers that the run has been given so far. Keep it with an answer before the call is made. */
      readonly mark: string;
      /** Present if a signed answer is left out: the thread has changed since its person looked at it. */
      readonly isOutdated?: true;
    }
  | {
      /** The run threw and was given up: a call would run its last step again. */
      readonly kind: "ended";
      /** The record of its last attempt. */
      readonly record: AttemptRecord;
    };

/**
 * Finds the call that takes a run further, whichever process has worked on it before, and wherever that one died. Who has a queue, or any service that
 * repeats jobs, asks before each call, so that nothing runs twice: a run that has not begun gets its input, one that has is resumed, and an answer is given once.
 *
 * The queue has to see to it that one process at a time works on a thread, and that the runs of a thread come one after the other.
 *
 * @param graph as `withRollback` gives it
 * @throws {InvalidOptionError} if the graph has no rollback
 *
 * @example
 * const next = await nextCall(agent, { run: job.id, threadId: job.data.thread, input: job.data.input });
 * const output = next.kind === "call" ? await agent.invoke(next.input, next.config) : undefined;
 */
export async function nextCall(graph: RollbackTarget, queued: QueuedRun): Promise<NextCall> {
  const context = guardedContext(graph);
  const { run, threadId, answer, isNew = false, trace } = queued;
  const config = withRunName({ thread_id: threadId }, run, trace);
  if (isNew) return { kind: "call", input: queued.input, config, isBegun: false, mark: "" };
  const { saver } = context;
  const head = await saver.getTuple(checkpointConfig(threadId));
  const mark = markOf(head);
  if (!(await hasBegun(context, queued, head)))
    return { kind: "call", input: queued.input, config, isBegun: false, mark };
  const record = await thrownAway(context, queued);
  if (record !== undefined) return { kind: "ended", record };
  const call = { kind: "call", input: null, config, isBegun: true, mark } as const;
  const isGiven = answer === undefined || (answer.mark !== undefined && answer.mark !== mark);
  if (isGiven || !isAsked(head)) return call;
  const { input, isRollback } = await answered(context, threadId, head, answer.value);
  if (!isRollback || answer.signed === undefined) return { ...call, input };
  return {
    ...call,
    ...(await signedCall(context, { threadId, config, input }, answer.value, answer.signed)),
  };
}

/** Gives an answer in a person's name. It is left out if the thread has changed since that person looked at it, other than by this answer. */
async function signedCall(
  context: RollbackContext,
  {
    config,
    input,
    threadId,
  }: { readonly config: RunnableConfig; readonly input: unknown; readonly threadId: string },
  value: unknown,
  signed: ActionRequest,
): Promise<{ readonly input?: unknown; readonly config?: RunnableConfig; readonly isOutdated?: true }> {
  const { act, key } = signedAnswer(context, threadId, { ...parseAnswer(value), ...signed });
  try {
    const { done } = await asSeen(context, threadId, { expected: signed.expected, key });
    return done === undefined ? { input, config: withOpeningAction(config, act) } : { input };
  } catch (error) {
    if (error instanceof ThreadMovedError || error instanceof ActionRefusedError) return { isOutdated: true };
    throw error;
  }
}

/**
 * The answer to the first open question. It names the question of a node: LangGraph gives an answer without a name to the node's next question as well, if the process
 * dies in between.
 */
async function answered(
  context: RollbackContext,
  threadId: string,
  head: CheckpointTuple | undefined,
  answer: unknown,
): Promise<{ readonly input: Command | null; readonly isRollback: boolean }> {
  const { questions } = await readJournal(context.saver, threadId);
  // The question of a rollback is no node's.
  if (questions.some(({ checkpoint }) => checkpoint !== undefined && checkpoint === head?.checkpoint.id))
    return { input: new Command({ resume: answer }), isRollback: true };
  const { tasks } = await context.graph.getState(checkpointConfig(threadId));
  const asked = tasks.flatMap(({ id, interrupts }) => interrupts.map((each) => ({ ...each, task: id })));
  return {
    input: answerTo(await pendingQuestion(context, { threadId }, asked), answer),
    isRollback: false,
  };
}

async function hasBegun(
  context: RollbackContext,
  { run, threadId }: QueuedRun,
  head: CheckpointTuple | undefined,
): Promise<boolean> {
  if (head === undefined) return false;
  const isOwn = (metadata: CheckpointTuple["metadata"]): boolean =>
    stampedAttempt({ ...metadata })?.run === run;
  if (isOwn(head.metadata) || (await begunRollback(context, threadId))?.run === run) return true;
  // Somebody may have stored a checkpoint of their own above the run's. Not every checkpointer filters before it counts.
  const filter = { rollback_run: run };
  for (const limit of [{ limit: 1 }, {}])
    for await (const { metadata } of listTolerantly(context.saver, checkpointConfig(threadId), {
      filter,
      ...limit,
    }))
      if (isOwn(metadata)) return true;
  return false;
}

/** The last record of a run that has thrown and was given up, and whose thread continues from nothing else. */
async function thrownAway(
  { saver }: RollbackContext,
  { run, threadId }: QueuedRun,
): Promise<AttemptRecord | undefined> {
  const record = recordsOfRun((await readJournal(saver, threadId)).records, run).at(-1);
  const hasThrown = record?.decision === "give-up" && record.stands === undefined;
  return hasThrown && record.outcome?.error !== undefined ? record : undefined;
}

const isAsked = (head: CheckpointTuple | undefined): boolean =>
  head?.pendingWrites?.some(([, channel]) => channel === INTERRUPT) === true;

/**
 * The place that a thread has come to, with the answers that the tasks which ask there have taken. An answer that is stored under its question's name alone was not
 * taken: LangGraph asks again, and it may be given again.
 */
function markOf(head: CheckpointTuple | undefined): string {
  const writes = head?.pendingWrites ?? [];
  const asking = new Set(writes.flatMap(([task, channel]) => (channel === INTERRUPT ? [task] : [])));
  const taken = writes.filter(([task, channel]) => channel === RESUME && asking.has(task));
  return JSON.stringify([head?.checkpoint.id ?? null, taken.map(([task, , value]) => [task, value])]);
}
