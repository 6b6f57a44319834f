import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { mergeConfigs } from "@langchain/core/runnables";
import { isGraphBubbleUp } from "@langchain/langgraph";

import { ThreadLockLostError } from "../../errors/thread-lock-lost-error.ts";
import { type CompiledGraph, subgraphPathsOf } from "../../langgraph/compiled-graph.ts";
import { isolated } from "../../langgraph/isolate.ts";
import { threadIdOf } from "../../langgraph/thread.ts";
import { RecordingSaver } from "../../recording/recording-saver.ts";
import type { CallConfig } from "../../streams/call-config.ts";
import { type HeardRun, hearRun } from "../../streams/hear-run.ts";
import { readAhead } from "../../streams/read-ahead.ts";
import { endOf, type EscapedException, headState } from "../attempt/attempt-end.ts";
import type { Attempt, AttemptEnd, AttemptStart } from "../attempt/attempt.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { stopError, verdictIn } from "../../watching/stop-error.ts";
import { type StampedAttempt, withAttemptStamp } from "../../steps/attempt-stamp.ts";

/**
 * @internal Runs a graph once; gives the exception that escaped. Aborts, LangGraph's own signals and what others decide about are thrown on.
 *
 * @param of.attempt   the attempt that the run is, if it is one
 * @param of.listeners hear what it does
 */
export async function* runGraph(
  graph: CompiledGraph,
  call: unknown,
  config: CallConfig,
  heard: HeardRun,
  {
    attempt,
    listeners: asked = [],
  }: { readonly attempt?: Attempt; readonly listeners?: readonly BaseCallbackHandler[] } = {},
): AsyncGenerator<unknown, EscapedException | undefined> {
  const { checkpointer } = graph;
  // Lets the recorder hear what the tasks are that start.
  const listener = checkpointer instanceof RecordingSaver ? checkpointer.taskNames.listener : undefined;
  const listeners = [...(listener === undefined ? [] : [listener]), ...asked];
  const listening = listeners.length === 0 ? config : mergeConfigs({ callbacks: listeners }, config);
  const runName = { added: config.runName, called: attempt?.config.runName ?? graph.config?.runName };
  const { callbacks: reported } = config;
  const callbacks = { added: reported, called: "calledBack" in config ? config.calledBack : reported };
  const added = { runName, listeners, callbacks, messages: attempt?.noteIds ?? [] };
  try {
    yield* hearRun(graph, listening, { heard, added }, (own) =>
      isolated(() => readAhead(graph._streamIterator(call, own))),
    );
    return undefined;
  } catch (error) {
    const stopped = verdictIn(config.signal?.reason);
    if (stopped !== undefined && !(error instanceof ThreadLockLostError))
      return { error: stopError(stopped) };
    if (isGraphBubbleUp(error) || config.signal?.aborted === true || isOthers(config, checkpointer, error))
      throw error;
    return { error };
  }
}

/**
 * Whether others decide about what a run has thrown. One that has lost its thread is another process's by now. One that a queue has called, and whose checkpointer
 * has failed, goes on from its last checkpoint when the queue calls again.
 */
function isOthers(config: CallConfig, saver: CompiledGraph["checkpointer"], error: unknown): boolean {
  if (error instanceof ThreadLockLostError) return true;
  return config.isQueued === true && saver instanceof RecordingSaver && saver.hasThrown(error);
}

/** @internal Runs a graph once, without rollback, and says how it ended: an escaped exception is an end like another. */
export async function execute(graph: CompiledGraph, call: unknown, config: CallConfig): Promise<AttemptEnd> {
  const heard: HeardRun = {};
  const run = runGraph(graph, call, config, heard);
  for (;;) {
    const next = await run.next();
    if (next.done === true)
      return endOf(graph, await headState(graph, threadIdOf(config)), next.value, heard);
  }
}

/** @internal Mark on the checkpoints of an attempt. */
export const stampOf = ({ run, number }: Attempt): StampedAttempt => ({ run, attempt: number });

/** @internal The config with which the graph runs an attempt. */
export function attemptConfig({ graph, options }: RollbackContext, attempt: Attempt): CallConfig {
  const { number, threadId, note, start, config } = attempt;
  const at = {
    ...config.configurable,
    thread_id: threadId,
    ...(start.kind === "call" ? {} : pointIn(start)),
  };
  const stamp = {
    ...stampOf(attempt),
    ...(note === undefined ? {} : { note }),
    ...(options.mode === "observe" ? { isObserved: true as const } : {}),
    subgraphs: subgraphPathsOf(graph),
  };
  return {
    ...config,
    runName: `attempt ${number}`,
    metadata: { ...config.metadata, rollback_attempt: number },
    configurable: { ...withAttemptStamp(at, stamp) },
  };
}

/**
 * Names the fork to run from. With a `checkpoint_id` LangGraph runs all of its tasks, and restores subgraphs with memory to that time. A fork with
 * kept tasks is not named: any name makes LangGraph run them again (from 1.5.3 on). The fork is pinned in the checkpointer instead, and read from
 * there.
 */
function pointIn(start: Exclude<AttemptStart, { readonly kind: "call" }>): Readonly<Record<string, unknown>> {
  const isPartial = start.kind === "fork" && start.isPartial;
  return { checkpoint_ns: "", ...(isPartial ? {} : { checkpoint_id: start.checkpoint }) };
}
