import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { interrupt } from "@langchain/langgraph";

import { actTaskOf, type ActTask } from "./act-task.ts";
import type { RunConfig } from "./compiled-graph.ts";
import { SCRATCHPAD, SEND_WRITES } from "./private-strings.ts";
import { namespaceIn } from "./thread.ts";

/** @internal The task of another graph inside which a call is made. */
export interface Caller {
  /** Thread of the graph around, if it has one. */
  readonly threadId: string | undefined;
  /** Tells the call from all others on that thread; the same again when the task runs again from its top. */
  readonly callId: string;
  /** The task itself. */
  readonly task: ActTask;
  /** The memory store that the call has from the graph around, not from its own config. */
  readonly store: unknown;
  /** As {@link askAround} does. */
  ask(question: unknown, schema?: unknown): GivenAnswer;
}

/** @internal Answer of a human, through the graph around. */
export interface GivenAnswer {
  readonly value: unknown;
  /**
   * Makes the graph around count the answer as used. It asks again for an answer that it does not count, in the same place, when the task runs again
   * from its top.
   */
  taken(): void;
}

/** Per task, how many calls it has made so far. */
const calls = new WeakMap<object, number>();

/**
 * @internal The task that makes a call. Use this once per call, where the call is made: the calls of a task are counted.
 *
 * @param config the call's config, with what LangGraph adds to it inside a graph
 * @returns `undefined` outside of any graph
 */
export function callerOf(config: RunConfig): Caller | undefined {
  const { configurable } = config;
  const task: unknown = configurable?.[SCRATCHPAD];
  if (typeof task !== "object" || task === null) return undefined;
  const nth = calls.get(task) ?? 0;
  calls.set(task, nth + 1);
  const around: RunConfig | undefined = AsyncLocalStorageProviderSingleton.getRunnableConfig();
  const namespace = namespaceIn(config);
  return {
    // A node knows it from its config, a tool from what is around it; a graph that is itself a node has no other.
    threadId: threadIn(config.executionInfo) ?? threadIn(around?.configurable),
    callId: nth === 0 ? namespace : `${namespace}|${nth}`,
    // A node that passes no config on leaves LangGraph the task's configurable alone.
    task: actTaskOf({ ...around?.metadata, ...config.metadata }),
    store: around?.store ?? config.store,
    ask: (question, schema) => askAround(configurable, question, schema),
  };
}

/**
 * @internal Asks a human through the graph around, as `interrupt` does there: gives the answer if that graph was resumed with
 * one. Answers are given by position, each time the caller's task runs again from its top.
 *
 * @param configurable of the task that asks
 * @param schema       the shape that the answer must have, as JSON Schema; it is shown with the question and not checked here
 * @throws LangGraph's signal that pauses the graph around; an error if that has no checkpointer
 */
export function askAround(
  configurable: RunConfig["configurable"],
  question: unknown,
  schema?: unknown,
): GivenAnswer {
  // `interrupt` writes there which answers it has given.
  const held: unknown[] = [];
  const send: unknown = configurable?.[SEND_WRITES];
  const holding = { ...configurable, [SEND_WRITES]: (writes: unknown) => void held.push(writes) };
  const value: unknown = AsyncLocalStorageProviderSingleton.runWithConfig({ configurable: holding }, () =>
    interrupt(question, shapedAs(schema)),
  );
  return {
    value,
    taken: () => {
      for (const writes of held.splice(0)) if (typeof send === "function") send(writes);
    },
  };
}

/** The options that show an interrupt's `responseSchema` with the question. The checkpointer keeps it as JSON Schema. */
function shapedAs(schema: unknown): InterruptOptions | undefined {
  return isJsonSchema(schema) ? { responseSchema: schema } : undefined;
}

type InterruptOptions = NonNullable<Parameters<typeof interrupt>[1]>;

const isJsonSchema = (value: unknown): value is NonNullable<InterruptOptions["responseSchema"]> =>
  typeof value === "object" && value !== null;

function threadIn(facts: unknown): string | undefined {
  const id: unknown = Reflect.get(Object(facts), "threadId") ?? Reflect.get(Object(facts), "thread_id");
  return typeof id === "string" ? id : undefined;
}
