import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

/**
 * @internal Runs a generator outside of any graph that may be running around it.
 *
 * LangGraph passes a running graph's checkpointer and namespace to whatever is called inside its nodes; the attempts
 * of a rollback must keep to their own thread and store.
 */
export async function* isolated<T>(make: () => AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  const outside = <V>(work: () => V): V =>
    AsyncLocalStorageProviderSingleton.getInstance().run(undefined, work);
  const inner = outside(make);
  let finished = false;
  try {
    for (;;) {
      const next = await outside(() => inner.next());
      if (next.done === true) {
        finished = true;
        return;
      }
      yield next.value;
    }
  } catch (error) {
    finished = true;
    throw error;
  } finally {
    if (!finished) await outside(() => inner.return());
  }
}

/** @internal A run's `configurable` without the marks of a graph that runs around it. */
export function ownConfigurable(
  configurable: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  const foreign = (key: string): boolean => key.startsWith("__pregel_") || key === "checkpoint_map";
  return Object.fromEntries(Object.entries(configurable ?? {}).filter(([key]) => !foreign(key)));
}
