import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { CallbackManager } from "@langchain/core/callbacks/manager";

import { withoutStamps } from "../steps/attempt-stamp.ts";
import type { RunConfig } from "../langgraph/compiled-graph.ts";
import { namespaceIn } from "../langgraph/thread.ts";

/** @internal Parts of a run's config beside those that its call gave. */
export interface AddedConfig {
  /** The run's name, and what the call named it. */
  readonly runName: { readonly added: string | undefined; readonly called: string | undefined };
  /** Handlers of callbacks. */
  readonly listeners: readonly unknown[];
  /** Those that the attempt reports to, and those that the call gave. */
  readonly callbacks: { readonly added: RunConfig["callbacks"]; readonly called: RunConfig["callbacks"] };
}

/**
 * @internal The payload of a chunk with the configs in it as the call gave them. LangGraph puts the run's config into chunks
 * of `checkpoints` and `debug`. Of what the rollback adds, `metadata.rollback_attempt` stays: it tells the attempt.
 */
export function asCalled(mode: string, payload: unknown, added: AddedConfig): unknown {
  if (!isRecord(payload)) return payload;
  if (mode === "debug" && payload["type"] === "checkpoint")
    return { ...payload, payload: asCalled("checkpoints", payload["payload"], added) };
  if (mode !== "checkpoints" || !("config" in payload)) return payload;
  const { config, parentConfig, metadata } = payload;
  return {
    ...payload,
    config: calledConfig(config, added),
    parentConfig: calledConfig(parentConfig, added),
    // A run that is resumed shows the metadata of its checkpoint as they are stored.
    ...(isRecord(metadata) ? { metadata: withoutStamps(metadata) } : {}),
  };
}

function calledConfig(config: unknown, added: AddedConfig): unknown {
  if (!isRecord(config)) return config;
  const configurable = isRecord(config["configurable"]) ? withoutStamps(config["configurable"]) : undefined;
  const isInner = namespaceIn({ configurable: { ...configurable } }) !== "";
  const { callbacks: given, run_name: name } = config;
  const callbacks = isInner ? withoutListeners(given, added.listeners) : calledCallbacks(given, added);
  const { runName } = added;
  const outerName = name === runName.added ? runName.called : name;
  const innerName = name ?? (callbacks === undefined ? nodeIn(config) : undefined);
  const called = { callbacks, run_name: isInner ? innerName : outerName, configurable };
  return Object.fromEntries(
    Object.entries({ ...config, ...called }).filter(
      ([key, value]) => value !== undefined || !(key in called),
    ),
  );
}

/** The callbacks of the call, and what LangGraph adds to them for the `messages` and `tools` streams. */
function calledCallbacks(given: unknown, { listeners, callbacks: { added, called } }: AddedConfig): unknown {
  if (given === undefined) return undefined;
  const ours = [...listeners, ...handlersIn(added)];
  const langgraphs = handlersIn(given).filter((handler) => !ours.includes(handler));
  if (called instanceof CallbackManager) return langgraphs.length === 0 ? called : called.copy(langgraphs);
  const handlers = [...handlersIn(called), ...langgraphs];
  return called === undefined && handlers.length === 0 ? undefined : handlers;
}

/** A subgraph's callbacks, which are a manager; LangGraph gives it none where nobody listens. */
function withoutListeners(callbacks: unknown, listeners: readonly unknown[]): unknown {
  if (!(callbacks instanceof CallbackManager)) return callbacks;
  const isOther = (handler: unknown): boolean => !listeners.includes(handler);
  if (!callbacks.handlers.some(isOther)) return undefined;
  return Object.assign(callbacks.copy(), {
    handlers: callbacks.handlers.filter(isOther),
    inheritableHandlers: callbacks.inheritableHandlers.filter(isOther),
  });
}

function handlersIn(callbacks: unknown): readonly BaseCallbackHandler[] {
  const handlers: unknown = callbacks instanceof CallbackManager ? callbacks.handlers : callbacks;
  return Array.isArray(handlers) ? handlers : [];
}

/** LangGraph names a subgraph's run after its node, unless it gives it callbacks. */
const nodeIn = ({ metadata }: Readonly<Record<string, unknown>>): unknown =>
  isRecord(metadata) ? metadata["langgraph_node"] : undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
