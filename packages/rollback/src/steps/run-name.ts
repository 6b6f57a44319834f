import type { RunnableConfig } from "@langchain/core/runnables";

/** The key under which a caller's id for a run travels in `configurable`. It is no mark of LangGraph's, and is never stored. */
const KEY = "__langgraph_rollback_run";

/** @internal A config whose call, if it starts a run, gives it this id. */
export function withRunName(configurable: Readonly<Record<string, unknown>>, run: string): RunnableConfig {
  return { configurable: { ...configurable, [KEY]: run } };
}

/** @internal The id that a caller has chosen for the run that it starts; `undefined` if it has not. */
export function namedRun({ configurable }: RunnableConfig): string | undefined {
  const run: unknown = configurable?.[KEY];
  return typeof run === "string" && run !== "" ? run : undefined;
}

/** @internal A `configurable` without the id: what runs inside of the run is other runs. */
export function withoutRunName(
  configurable: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(configurable).filter(([key]) => key !== KEY));
}
