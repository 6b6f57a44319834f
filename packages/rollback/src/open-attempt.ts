import { isCommand } from "@langchain/langgraph";

import { stampedAttempt } from "./attempt-stamp.ts";
import type { Attempt, AttemptEnd } from "./attempt.ts";
import type { AttemptRecord } from "./attempt-record.ts";
import type { RunConfig, StateView } from "./compiled-graph.ts";
import { DurabilityError } from "./errors/durability-error.ts";
import { ownConfigurable } from "./isolate.ts";
import { describeError } from "./judge.ts";
import { readRecords, recordsOfRun } from "./journal.ts";
import { lineageOf, turnInput } from "./lineage.ts";
import { attemptFromFork } from "./roll-back.ts";
import type { RollbackContext } from "./rollback-context.ts";
import { endOf, headState } from "./run-attempt.ts";
import { checkpointConfig, checkpointIdOf } from "./thread.ts";
import type { ThreadLease } from "./thread-lock.ts";

/** @internal Where a call starts: the attempt to execute, and its end if it has one already. */
export interface OpenedAttempt {
  readonly attempt: Attempt;
  readonly end?: AttemptEnd;
}

/** @internal A call of the wrapped graph: its thread, and its config as far as the driver looks at it. */
export interface ThreadCall {
  readonly threadId: string;
  readonly config: RunConfig;
}

/**
 * @internal What thread a call is about. Reads nothing that belongs to a run.
 *
 * Inside a node of another graph that keeps its checkpoints in the same store, the run gets a thread of its own.
 *
 * @throws {DurabilityError} if the call would keep no checkpoints
 */
export async function threadCall(context: RollbackContext, config: RunConfig): Promise<ThreadCall> {
  const own = runConfig(config, context.graph.config);
  return { threadId: await threadFor(context, config, own), config: own };
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
  if (input !== null && input !== undefined && !isCommand(input)) return { attempt: fresh };
  const named = checkpointIdOf(config);
  const head = await context.saver.getTuple(checkpointConfig(threadId, named));
  if (head === undefined) return { attempt: fresh };
  const lineage = await lineageOf(context.saver, threadId, head.checkpoint.id);
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
  if (record?.rewind !== undefined && record.head === head)
    return { attempt: await attemptFromFork(context, { ...anew, run, number }, record, lease) };
  const state = await headState(context.graph, anew.threadId);
  if (state === undefined) return { attempt: anew };
  if (record !== undefined)
    return { attempt: state.next.length === 0 ? { ...current, settled: true } : anew };
  return resumed(context, current, state);
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

/** The thread of a run: the named one, or one of its own where that is the thread of a graph that runs around it. */
async function threadFor(context: RollbackContext, config: RunConfig, own: RunConfig): Promise<string> {
  const named: unknown = own.configurable?.["thread_id"];
  if (typeof named !== "string" || named === "") return context.options.ids();
  const around: unknown = Reflect.get(Object(config.configurable?.["checkpoint_map"]), "");
  if (typeof around !== "string") return named;
  const shared = await context.saver.getTuple(checkpointConfig(named, around));
  return shared === undefined ? named : `${named}/${String(config.configurable?.["checkpoint_ns"])}`;
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
