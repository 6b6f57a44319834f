import { isCommand } from "@langchain/langgraph";

import { stampedAttempt } from "./attempt-stamp.ts";
import type { Attempt, AttemptEnd } from "./attempt.ts";
import type { AttemptRecord } from "./attempt-record.ts";
import type { Caller } from "./caller.ts";
import type { RunConfig, StateView } from "./compiled-graph.ts";
import { DurabilityError } from "./errors/durability-error.ts";
import { ThreadMovedError } from "./errors/thread-moved-error.ts";
import { isNewInput } from "./is-new-input.ts";
import { ownConfigurable } from "./isolate.ts";
import { describeError } from "./judge.ts";
import { readRecords, recordsOfRun } from "./journal.ts";
import { lineageOf, turnInput } from "./lineage.ts";
import { attemptFromFork } from "./roll-back.ts";
import type { RollbackContext } from "./rollback-context.ts";
import { endOf, headState } from "./run-attempt.ts";
import { checkpointConfig, checkpointIdOf, checkpointTuple } from "./thread.ts";
import { NULL_TASK } from "./superstep.ts";
import type { ThreadLease } from "./thread-lock.ts";

/** @internal Where a call starts: the attempt to execute, and its end if it has one already. */
export interface OpenedAttempt {
  readonly attempt: Attempt;
  readonly end?: AttemptEnd;
}

/** @internal A call of the wrapped graph: its thread, and its config as far as the driver looks at it. */
export interface ThreadCall {
  readonly threadId: string;
  /** Whether the thread was made for this call, and no other call has runs on it. */
  readonly isOwn?: boolean;
  readonly config: RunConfig;
}

/**
 * @internal What thread a call is about. Reads nothing that belongs to a run.
 *
 * Inside another graph, a call that names no thread gets one of its own, named after the caller's task: calls that are
 * made side by side do not meet, and a task that runs again from its top finds its threads again.
 *
 * @param caller the task of another graph that makes the call, if one does
 * @throws {DurabilityError} if the call would keep no checkpoints
 */
export function threadCall(context: RollbackContext, config: RunConfig, caller?: Caller): ThreadCall {
  const own = runConfig(config, context.graph.config);
  const named = namedThread(config, context.graph.config, caller);
  const made = caller?.threadId === undefined ? undefined : `${caller.threadId}/${caller.callId}`;
  return {
    threadId: named ?? made ?? context.options.ids(),
    isOwn: named === undefined,
    config: withOwnStore(context, own, caller),
  };
}

/**
 * @internal Turns a call of the wrapped graph into an attempt.
 *
 * New input starts a run. `null` or a Command goes on with the run that the thread is in, also in another process:
 * in the same attempt and with the same budget; a decision that was taken but not carried out is carried out.
 *
 * @param lease the thread, taken
 * @throws {ThreadMovedError} if another run has moved the thread while a stored decision was being carried out
 */
export async function openAttempt(
  context: RollbackContext,
  input: unknown,
  { threadId, config }: ThreadCall,
  lease: ThreadLease,
): Promise<OpenedAttempt> {
  const fresh = { run: context.options.ids(), number: 1, threadId, input, call: input, config };
  if (isNewInput(input)) return { attempt: fresh };
  const named = checkpointIdOf(config);
  const head = await context.saver.getTuple(checkpointConfig(threadId, named));
  if (head === undefined) return { attempt: fresh };
  const lineage = await lineageOf(context.saver, threadId, head);
  const anew: Attempt = { ...fresh, input: turnInput(lineage) };
  // Not the head's alone: a user who edits the state in a pause puts a checkpoint of their own there.
  const stamp = lineage.map(({ metadata }) => stampedAttempt({ ...metadata })).findLast(isDefined);
  return named === undefined && stamp !== undefined
    ? goingOn(context, anew, { ...stamp, head: head.checkpoint.id }, lease)
    : { attempt: anew };
}

/** Goes on with the attempt that a thread is in, or with what was decided about it. */
async function goingOn(
  context: RollbackContext,
  anew: Attempt,
  { run, attempt: number, head }: NonNullable<ReturnType<typeof stampedAttempt>> & { readonly head: string },
  lease: ThreadLease,
): Promise<OpenedAttempt> {
  const records = recordsOfRun(await readRecords(context.saver, anew.threadId), run);
  const recordOf = (attempt: number): AttemptRecord | undefined =>
    records.find((record) => record.attempt === attempt);
  const note = recordOf(number - 1)?.note;
  const current: Attempt = { ...anew, run, number, ...(note === undefined ? {} : { note }) };
  const record = recordOf(number);
  if (record?.rewind !== undefined && record.head === head) {
    const { fork } = record.rewind;
    try {
      return { attempt: await attemptFromFork(context, { ...anew, run, number }, record, lease) };
    } catch (error) {
      if (!(error instanceof ThreadMovedError && error.presentHead === fork)) throw error;
      // What a process sent last before it died can arrive when its lock is free already.
      return goingOn(context, anew, { run, attempt: number + 1, head: fork }, lease);
    }
  }
  if (record !== undefined) {
    const { next } = await context.graph.getState(checkpointConfig(anew.threadId, head));
    return { attempt: next.length === 0 ? settledAt(current, head) : anew };
  }
  const state = await headState(context.graph, anew.threadId);
  if (state === undefined) return { attempt: anew };
  const point = recordOf(number - 1)?.rewind;
  const isAtFork = point?.fork === head && point.kind === "superstep" && !isCommand(anew.call);
  if (isAtFork && (await isUntouched(context, anew.threadId, head)))
    return { attempt: { ...current, fork: head } };
  return resumed(context, current, state);
}

/** Whether nothing has run from a checkpoint yet. */
async function isUntouched(context: RollbackContext, threadId: string, checkpoint: string): Promise<boolean> {
  const tuple = await checkpointTuple(context.saver, threadId, checkpoint);
  return (tuple.pendingWrites ?? []).every(([taskId]) => taskId === NULL_TASK);
}

/** An attempt whose result is read again, from there and nowhere else: another turn may begin meanwhile. */
function settledAt(attempt: Attempt, head: string): Attempt {
  // With this mark LangGraph makes no fork of a checkpoint that is named and is not the thread's newest.
  const configurable = { ...attempt.config.configurable, __pregel_resuming: true };
  return { ...attempt, config: { ...attempt.config, configurable }, settled: true, fork: head };
}

/** An attempt without a verdict: paused, cut off in the middle, or ended just before its verdict was kept. */
function resumed(context: RollbackContext, attempt: Attempt, state: StateView): OpenedAttempt {
  const errors = state.tasks.flatMap(({ error }) => (error === undefined ? [] : [asError(error)]));
  // LangGraph aborts the siblings of a task that throws.
  const error = errors.find(({ name }) => name !== "AbortError") ?? errors[0];
  if (isCommand(attempt.call) || error === undefined) return { attempt };
  return { attempt, end: endOf(context.graph, state, { error }) };
}

/** A checkpointer keeps an exception's name and message only. */
function asError(stored: unknown): Error {
  const { name, message } = describeError(stored);
  return Object.defineProperty(new Error(message), "name", { value: name });
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/** The thread that the call names, or that was bound to the graph. A graph around a call passes its own on to it. */
function namedThread(
  config: RunConfig,
  bound: RunConfig | undefined,
  caller: Caller | undefined,
): string | undefined {
  const given: unknown = config.configurable?.["thread_id"];
  const ids = [given === caller?.threadId ? undefined : given, bound?.configurable?.["thread_id"]];
  return ids.find((id): id is string => typeof id === "string" && id !== "");
}

/** What a graph was compiled with comes before what it happens to be called in. */
function withOwnStore(context: RollbackContext, config: RunConfig, caller: Caller | undefined): RunConfig {
  const { store, ...rest } = config;
  const inherited = caller !== undefined && store === caller.store;
  return inherited && context.graph.store !== undefined ? rest : config;
}

/** A call's config with what `withConfig` bound before, as far as the driver looks at it; the graph knows the rest. */
function runConfig(config: RunConfig, bound: RunConfig = {}): RunConfig {
  const streamMode = config.streamMode ?? bound.streamMode;
  const durability = config.durability ?? bound.durability;
  const checkpointDuring = config.checkpointDuring ?? bound.checkpointDuring;
  if (durability === "exit") throw new DurabilityError('durability: "exit"');
  if (checkpointDuring === false) throw new DurabilityError("checkpointDuring: false");
  return {
    ...config,
    ...(streamMode === undefined ? {} : { streamMode }),
    ...(checkpointDuring === undefined ? { durability: durability ?? "sync" } : {}),
    configurable: ownConfigurable({ ...bound.configurable, ...config.configurable }),
  };
}
