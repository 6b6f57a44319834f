import { parseCallbackConfigArg } from "@langchain/core/callbacks/manager";
import { ensureConfig, type RunnableConfig } from "@langchain/core/runnables";

/** @internal Config of a model's call, with what LangChain adds from around it. @param options a list of stop words has none */
export const modelConfigOf = (options: unknown): RunnableConfig =>
  ensureConfig(isConfig(options) ? options : undefined);

/** @internal Config of a tool's call, with what LangChain adds from around it. @param given a config, or callbacks alone */
export function toolConfigOf(given: unknown): RunnableConfig {
  if (!isConfig(given)) return ensureConfig();
  return ensureConfig<RunnableConfig>(parseCallbackConfigArg(given));
}

const isConfig = (value: unknown): value is RunnableConfig =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @internal Name of a call as callbacks are told it: that of the run, else that of the class. */
export function toldName(callee: object, { runName }: RunnableConfig): string {
  const id: unknown = Reflect.get(callee, "lc_id");
  return runName ?? (Array.isArray(id) ? String(id.at(-1)) : "");
}
