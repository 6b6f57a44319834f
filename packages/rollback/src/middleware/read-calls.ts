import type { RunnableConfig } from "@langchain/core/runnables";

import { compiledGraphOf, type RollbackTarget } from "../langgraph/compiled-graph.ts";
import { checkpointIdOf, checkpointTuple, saverOf, threadIdOf } from "../langgraph/thread.ts";
import { NO_CALLS, type CallLog } from "./agent-call.ts";
import { CALLS_CHANNEL, RECORDS_CHANNEL } from "../steps/middleware-channels.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";

/**
 * The calls of models and tools that `rollbackMiddleware` noted down on a thread's current branch, oldest first.
 *
 * Read from the agent's state, so they survive the process. A call whose exception ended the run is not among them:
 * LangGraph keeps nothing of a task that failed but its error.
 *
 * @param config names the thread; with a `checkpoint_id`, as of that checkpoint
 * @throws {ThreadIdError | NoCheckpointerError | CheckpointNotFoundError | UnsupportedGraphError}
 */
export async function readCalls(graph: RollbackTarget, config: RunnableConfig): Promise<CallLog> {
  const log = await readChannel(graph, config, CALLS_CHANNEL);
  return isCallLog(log) ? log : NO_CALLS;
}

/**
 * What `rollbackMiddleware` decided on a thread's current branch, the last 20 attempts, oldest first.
 *
 * @param config names the thread; with a `checkpoint_id`, as of that checkpoint
 * @throws {ThreadIdError | NoCheckpointerError | CheckpointNotFoundError | UnsupportedGraphError}
 */
export async function readMiddlewareRecords(
  graph: RollbackTarget,
  config: RunnableConfig,
): Promise<readonly MiddlewareRecord[]> {
  const records = await readChannel(graph, config, RECORDS_CHANNEL);
  return isRecords(records) ? records : [];
}

async function readChannel(graph: RollbackTarget, config: RunnableConfig, channel: string): Promise<unknown> {
  const saver = saverOf(compiledGraphOf(graph));
  const { checkpoint } = await checkpointTuple(saver, threadIdOf(config), checkpointIdOf(config));
  return checkpoint.channel_values[channel];
}

function isCallLog(value: unknown): value is CallLog {
  return typeof value === "object" && value !== null && "calls" in value && Array.isArray(value.calls);
}

function isRecords(value: unknown): value is readonly MiddlewareRecord[] {
  return Array.isArray(value);
}
