import type { RunnableConfig } from "@langchain/core/runnables";

/** The key under which a caller's id for a run travels in `configurable`. It is no mark of LangGraph's, and is never stored. */
const KEY = "__langgraph_rollback_run";

/** The same for the span, as a `traceparent`, in which the run was put into a queue. */
const TRACE = "__langgraph_rollback_trace";

/** @internal A config whose call, if it starts a run, gives it this id. */
export function withRunName(
  configurable: Readonly<Record<string, unknown>>,
  run: string,
  trace?: string,
): RunnableConfig {
  return {
    configurable: { ...configurable, [KEY]: run, ...(trace === undefined ? {} : { [TRACE]: trace }) },
  };
}

/** @internal The span in which the call's run was put into a queue, as a `traceparent`; `undefined` if that is not known. */
export function traceOf({ configurable }: RunnableConfig): string | undefined {
  const trace: unknown = configurable?.[TRACE];
  return typeof trace === "string" ? trace : undefined;
}

/** @internal The id that a caller has chosen for the run that it starts; `undefined` if it has not. */
export function namedRun({ configurable }: RunnableConfig): string | undefined {
  const run: unknown = configurable?.[KEY];
  return typeof run === "string" && run !== "" ? run : undefined;
}

/** @internal A `configurable` without them: what runs inside of the run is other runs. */
export function withoutRunName(
  configurable: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(configurable).filter(([key]) => key !== KEY && key !== TRACE));
}
