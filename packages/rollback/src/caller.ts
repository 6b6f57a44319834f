import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { interrupt } from "@langchain/langgraph";

import type { RunConfig } from "./compiled-graph.ts";

/** @internal The task of another graph inside which a call is made. */
export interface Caller {
  /** Thread of the graph around, if it has one. */
  readonly threadId: string | undefined;
  /** Tells the call from all others on that thread; the same again when the task runs again from its top. */
  readonly callId: string;
  /** The memory store that the call has from the graph around, not from whoever wrote the call. */
  readonly store: unknown;
  /**
   * Asks a human through the graph around, as `interrupt` does there: gives the answer if that graph was resumed with
   * one. Answers are given by position, each time the caller's task runs again from its top.
   *
   * @throws LangGraph's signal that pauses the graph around; an error if that has no checkpointer
   */
  ask(question: unknown): unknown;
}

/** Per task, how many calls it has made so far. */
const calls = new WeakMap<object, number>();

/**
 * @internal Who makes a call. To be asked once for each call, where it is made: the calls of a task are counted.
 *
 * @param config the call's config, with what LangGraph adds to it inside a graph
 * @returns `undefined` outside of any graph
 */
export function callerOf(config: RunConfig): Caller | undefined {
  const { configurable } = config;
  const task: unknown = configurable?.["__pregel_scratchpad"];
  if (typeof task !== "object" || task === null) return undefined;
  const nth = calls.get(task) ?? 0;
  calls.set(task, nth + 1);
  const around: RunConfig | undefined = AsyncLocalStorageProviderSingleton.getRunnableConfig();
  const namespace = String(configurable?.["checkpoint_ns"]);
  return {
    // A node knows it from its config, a tool from what is around it; a graph that is itself a node has no other.
    threadId: threadIn(config.executionInfo) ?? threadIn(around?.configurable),
    callId: nth === 0 ? namespace : `${namespace}|${nth}`,
    store: around?.store ?? config.store,
    ask: (question) =>
      AsyncLocalStorageProviderSingleton.runWithConfig({ configurable }, () => interrupt(question)),
  };
}

function threadIn(facts: unknown): string | undefined {
  const id: unknown = Reflect.get(Object(facts), "threadId") ?? Reflect.get(Object(facts), "thread_id");
  return typeof id === "string" ? id : undefined;
}
