import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { withOpeningAction, type OpeningAction } from "../attempts/attempt/opening-action.ts";
import type { RollbackTarget } from "../langgraph/compiled-graph.ts";
import { threadIdOf } from "../langgraph/thread.ts";
import { guardedContext } from "../setup/guarded-context.ts";

/** A call that a person has started, and that can be stopped. */
export interface StartedCall {
  readonly controller: AbortController;
  /** Resolves when the call has ended. */
  readonly gone: Promise<void>;
}

/** The calls of this process that people have started, by the checkpointer and the thread. */
const started = new WeakMap<BaseCheckpointSaver, Map<string, Set<StartedCall>>>();

/** @internal Calls under way on a thread that people have started in this process. */
export const startedOn = (saver: BaseCheckpointSaver, threadId: string): readonly StartedCall[] => [
  ...(started.get(saver)?.get(threadId) ?? []),
];

/** @internal Ends a call's opening: the same request is repeated, and its action was done by an earlier call. */
export const REPEATED: Error = new Error("The same request was carried out before.");

/**
 * @internal Calls a graph for a person: with its thread taken, the act comes first. If the same request was carried out before, its run is gone on with, or its output is given again.
 *
 * @param input the answer to a question, or `null`
 */
export async function callGraph(
  graph: RollbackTarget,
  config: RunnableConfig,
  input: unknown,
  act: OpeningAction,
): Promise<unknown> {
  const threadId = threadIdOf(config);
  const saver = guardedContext(graph).saver.inner;
  const controller = new AbortController();
  let leave = (): void => {};
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const own = { controller, gone };
  const threads = started.get(saver) ?? new Map<string, Set<StartedCall>>();
  started.set(saver, threads);
  const calls = threads.get(threadId) ?? new Set<StartedCall>();
  threads.set(threadId, calls.add(own));
  const signal =
    config.signal === undefined ? controller.signal : AbortSignal.any([config.signal, controller.signal]);
  const called = (given: unknown, how: RunnableConfig): unknown =>
    Reflect.apply(Reflect.get(graph, "invoke"), graph, [given, { ...how, signal }]);
  try {
    return await called(input, withOpeningAction(config, act));
  } catch (error) {
    if (error === REPEATED) return await called(null, config);
    throw error;
  } finally {
    calls.delete(own);
    if (calls.size === 0) threads.delete(threadId);
    leave();
  }
}
