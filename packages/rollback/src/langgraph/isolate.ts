import type { RunnableConfig } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

import { MARK, STRICT_RESUME } from "./private-strings.ts";

/**
 * @internal Runs a generator outside of any graph that may be running around it.
 *
 * LangGraph passes a running graph's checkpointer and namespace to whatever is called inside its nodes; the attempts
 * of a rollback must keep to their own thread and store. LangChain's context variables are the caller's, and stay.
 *
 * @param around what the generator finds around itself instead, such as the callbacks to report to; nothing if left out
 */
export function isolated<T, R>(
  make: () => AsyncGenerator<T, R>,
  around?: RunnableConfig,
): AsyncGenerator<T, R | undefined> {
  const storage = AsyncLocalStorageProviderSingleton.getInstance();
  const store: unknown = AsyncLocalStorageProviderSingleton.runWithConfig(
    around ?? {},
    () => storage.getStore(),
    around === undefined,
  );
  return entered((work) => storage.run(store, work), make);
}

/** @internal Does something outside of any graph that may be running around it: a model that it calls does not speak in that graph's stream. */
export function outsideOfGraph<T>(work: () => T): T {
  const storage = AsyncLocalStorageProviderSingleton.getInstance();
  const store: unknown = AsyncLocalStorageProviderSingleton.runWithConfig({}, () => storage.getStore(), true);
  return storage.run(store, work);
}

/**
 * @internal Runs a generator step by step inside something that holds for a call, such as an `AsyncLocalStorage`: each
 * step of a generator takes place wherever its reader asks for it.
 */
export async function* entered<T, R>(
  enter: <V>(work: () => V) => V,
  make: () => AsyncGenerator<T, R>,
): AsyncGenerator<T, R> {
  const inner = enter(make);
  let finished = false;
  try {
    for (;;) {
      const next = await enter(() => inner.next());
      if (next.done === true) {
        finished = true;
        return next.value;
      }
      yield next.value;
    }
  } catch (error) {
    finished = true;
    throw error;
  } finally {
    // Nobody asks what it returns then.
    if (!finished) await enter(() => Reflect.apply(Reflect.get(inner, "return"), inner, [undefined]));
  }
}

const isMark = (key: string): boolean => key.startsWith(MARK);

/**
 * @internal A run's `configurable` without the marks of a graph that runs around it. A checkpoint that such a graph
 * names is its own, not one of the run's.
 */
export function ownConfigurable(
  configurable: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(configurable ?? {});
  const nested = entries.some(([key]) => isMark(key) && key !== STRICT_RESUME);
  return Object.fromEntries(
    nested ? entries.filter(([key]) => !isMark(key) && !key.startsWith("checkpoint_")) : entries,
  );
}
