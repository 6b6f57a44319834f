import type { RunnableConfig } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { CALL, SCRATCHPAD } from "../../langgraph/private-strings.ts";
import { calledTaskIdOf, taskNamespaceIn } from "../../langgraph/task-identity.ts";
import { actLogAround } from "./act-context.ts";

type Called = (...args: unknown[]) => unknown;

/** @internal A node that tells the log of its attempt which of the tasks that it calls are not run. The one given stays as it is. */
export function callingNode(bound: unknown): unknown {
  const invoke: unknown = Reflect.get(Object(bound), "invoke");
  if (typeof invoke !== "function") return bound;
  return Object.create(Object(bound), {
    invoke: {
      value: (args: unknown, config: RunnableConfig = {}, ...rest: unknown[]): unknown =>
        Reflect.apply(invoke, bound, [args, heard(config), ...rest]),
    },
  });
}

/** The config of a task whose calls of other tasks are heard. */
function heard(config: RunnableConfig): RunnableConfig {
  const log = actLogAround();
  const call: unknown = config.configurable?.[CALL];
  if (log === undefined || typeof call !== "function") return config;
  const calling = async (work: Called, name: string, ...rest: unknown[]): Promise<unknown> => {
    const task = calledTask(config, name);
    let hasRun = false;
    const run: Called = (...args) => {
      hasRun = true;
      const own: RunnableConfig = AsyncLocalStorageProviderSingleton.getRunnableConfig();
      return AsyncLocalStorageProviderSingleton.runWithConfig(heard(own), () => work(...args));
    };
    const result: unknown = await Reflect.apply(call, undefined, [run, name, ...rest]);
    if (!hasRun && task !== undefined) await log.taskAnswered(task);
    return result;
  };
  return { ...config, configurable: { ...config.configurable, [CALL]: calling } };
}

/** Namespace of the task that is about to be called. LangGraph counts the calls of a task while it makes them. */
function calledTask({ configurable, metadata }: RunnableConfig, name: string): string | undefined {
  const caller = taskNamespaceIn(metadata);
  const path: unknown = metadata?.["langgraph_path"];
  if (caller === undefined || !Array.isArray(path)) return undefined;
  const around = caller.slice(0, Math.max(0, caller.lastIndexOf("|")));
  const origin = {
    checkpointId: String(Reflect.get(Object(configurable?.["checkpoint_map"]), around)),
    superstep: Number(metadata?.["langgraph_step"]),
    namespace: around,
  };
  const position = Number(Reflect.get(Object(configurable?.[SCRATCHPAD]), "callCounter"));
  const calledBy = { taskId: "", path, namespace: caller };
  return `${caller}|${name}:${calledTaskIdOf(origin, { node: name, position }, calledBy)}`;
}
