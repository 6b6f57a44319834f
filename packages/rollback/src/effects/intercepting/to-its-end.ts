import type { RunnableConfig } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { tool } from "@langchain/core/tools";

import { onAbort } from "../../langgraph/on-abort.ts";

/** The source text that LangChain's `tool` gives to each function with an object as its input. */
const MADE = sourceOf(tool(() => "", { name: "made", description: "", schema: { type: "object" } }));

/**
 * @internal The signal whose abort makes LangChain end a call of a tool while the tool's function continues: only for a tool that `tool` made. With any other
 * tool the call lasts as long as the tool says.
 */
export function cutOffBy(made: object, config: RunnableConfig | undefined): AbortSignal | undefined {
  return MADE !== undefined && sourceOf(made) === MADE ? config?.signal : undefined;
}

/** `undefined` where the runtime does not tell the sources of functions. */
function sourceOf(made: object): string | undefined {
  const source = String(Reflect.get(made, "func"));
  return source.includes("[native code]") ? undefined : source;
}

/**
 * @internal Calls a tool that `tool` made, so that the call ends when the tool's function does. LangChain looks for the signal in the config that it is given, and
 * gives the function the signal of the config around, too: there the function finds it.
 */
export function toItsEnd(config: RunnableConfig, call: (config: RunnableConfig) => unknown): unknown {
  return AsyncLocalStorageProviderSingleton.runWithConfig(config, () => {
    const around = AsyncLocalStorageProviderSingleton.getRunnableConfig();
    if (around?.signal !== config.signal) return call(config);
    const { signal: _, ...rest } = config;
    return call(rest);
  });
}

/** @internal Result of a call, or the abort of its signal before that. Throws as LangChain does. */
export async function untilAborted<T>(call: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(abortOf(signal));
  });
  if (signal.aborted) abort();
  const stop = onAbort(signal, abort);
  try {
    return await Promise.race([call, aborted]);
  } finally {
    stop();
  }
}

/** @internal The error that LangChain throws when a signal has aborted. */
export function abortOf({ reason }: AbortSignal): unknown {
  if (reason instanceof Error) return reason;
  return new Error(typeof reason === "string" ? reason : "Aborted");
}
