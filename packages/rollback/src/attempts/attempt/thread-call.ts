import { DurabilityError } from "../../errors/durability-error.ts";
import type { Caller } from "../../langgraph/caller.ts";
import { ownConfigurable } from "../../langgraph/isolate.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { namedRun, withoutRunName } from "../../steps/run-name.ts";
import { openingActionOf, withoutOpeningAction, type OpeningAction } from "./opening-action.ts";
import type { CallConfig } from "../../streams/call-config.ts";

/** @internal A call of the wrapped graph: its thread, and its config as far as the driver looks at it. */
export interface ThreadCall {
  readonly threadId: string;
  /** Whether the thread was made for this call, and no other call has runs on it. */
  readonly isOwn?: boolean;
  /** Id for the run, if the call starts one and its caller has chosen it. */
  readonly run?: string;
  /** Done before the call looks where its run stands. */
  readonly opening?: OpeningAction;
  readonly config: CallConfig;
}

/**
 * @internal The thread that a call is about. Reads nothing that belongs to a run.
 *
 * Inside another graph, a call that names no thread gets one of its own, named after the caller's task: calls that are
 * made side by side do not meet, and a task that runs again from its top finds its threads again.
 *
 * @param caller the task of another graph that makes the call, if one does
 * @throws {DurabilityError} if the call would keep no checkpoints
 */
export function threadCall(context: RollbackContext, config: CallConfig, caller?: Caller): ThreadCall {
  const own = runConfig(config, context.graph.config, context.options.workspace !== undefined);
  const named = namedThread(config, context.graph.config, caller);
  const made = caller?.threadId === undefined ? undefined : `${caller.threadId}/${caller.callId}`;
  // The name is for the outermost run: one inside of it is another run.
  const run = caller === undefined ? namedRun(config) : undefined;
  const opening = caller === undefined ? openingActionOf(config) : undefined;
  return {
    threadId: named ?? made ?? context.options.ids(),
    isOwn: named === undefined,
    ...(run === undefined ? {} : { run }),
    ...(opening === undefined ? {} : { opening }),
    config: { ...withOwnStore(context, own, caller), ...(run === undefined ? {} : { isQueued: true }) },
  };
}

/** The thread that the call names, or that was bound to the graph. A graph around a call passes its own on to it. */
function namedThread(
  config: CallConfig,
  bound: CallConfig | undefined,
  caller: Caller | undefined,
): string | undefined {
  const given: unknown = config.configurable?.["thread_id"];
  const ids = [given === caller?.threadId ? undefined : given, bound?.configurable?.["thread_id"]];
  return ids.find((id): id is string => typeof id === "string" && id !== "");
}

/** The store that a graph was compiled with comes before the one that it happens to be called in. */
function withOwnStore(context: RollbackContext, config: CallConfig, caller: Caller | undefined): CallConfig {
  const { store, ...rest } = config;
  const inherited = caller !== undefined && store === caller.store;
  return inherited && context.graph.store !== undefined ? rest : config;
}

/** A call's config with what `withConfig` bound before, as far as the driver looks at it; the graph knows the rest. */
function runConfig(config: CallConfig, bound: CallConfig = {}, hasFiles = false): CallConfig {
  const streamMode = config.streamMode ?? bound.streamMode;
  const durability = config.durability ?? bound.durability;
  const checkpointDuring = config.checkpointDuring ?? bound.checkpointDuring;
  if (durability === "exit") throw new DurabilityError('durability: "exit"');
  if (checkpointDuring === false) throw new DurabilityError("checkpointDuring: false");
  return {
    ...config,
    ...(streamMode === undefined ? {} : { streamMode }),
    // Files are stored with a superstep's checkpoint: the next superstep has to wait for it.
    ...(checkpointDuring === undefined ? { durability: hasFiles ? "sync" : (durability ?? "sync") } : {}),
    configurable: withoutOpeningAction(
      withoutRunName(ownConfigurable({ ...bound.configurable, ...config.configurable })),
    ),
  };
}
