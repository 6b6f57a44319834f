import type { RunnableConfig } from "@langchain/core/runnables";
import type { Checkpoint } from "@langchain/langgraph-checkpoint";

import { compiledGraphOf, type RollbackTarget } from "../langgraph/compiled-graph.ts";
import { checkpointIdOf, checkpointTuple, saverOf, threadIdOf } from "../langgraph/thread.ts";
import { NO_CALLS, type CallLog } from "./agent-call.ts";
import { CALLS_CHANNEL, RECORDS_CHANNEL } from "../steps/middleware-channels.ts";
import { addRecord, type MiddlewareRecord } from "./middleware-record.ts";
import { turnIn } from "./middleware-state.ts";
import { unjudgedTurn } from "./unjudged-turn.ts";

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
  const { channel_values: values } = await readCheckpoint(graph, config);
  const log: unknown = values[CALLS_CHANNEL];
  return isCallLog(log) ? log : NO_CALLS;
}

/**
 * Reads the decisions of `rollbackMiddleware` on a thread's current branch, the last 20 attempts, oldest first. A turn that has ended where the middleware
 * could not judge it has a record with a `problem`, `TURN_NOT_JUDGED`.
 *
 * @param config names the thread; with a `checkpoint_id`, as of that checkpoint
 * @throws {ThreadIdError | NoCheckpointerError | CheckpointNotFoundError | UnsupportedGraphError}
 */
export async function readMiddlewareRecords(
  graph: RollbackTarget,
  config: RunnableConfig,
): Promise<readonly MiddlewareRecord[]> {
  const { ts, channel_values: values } = await readCheckpoint(graph, config);
  const stored: unknown = values[RECORDS_CHANNEL];
  const records = isRecords(stored) ? stored : [];
  const unjudged = unjudgedTurn(turnIn(values), records, ts);
  if (unjudged === undefined) return records;
  // One that runs, waits or has thrown can be resumed.
  const { tasks } = await compiledGraphOf(graph).getState(config);
  return tasks.length === 0 ? addRecord(records, unjudged) : records;
}

async function readCheckpoint(graph: RollbackTarget, config: RunnableConfig): Promise<Checkpoint> {
  const saver = saverOf(compiledGraphOf(graph));
  return (await checkpointTuple(saver, threadIdOf(config), checkpointIdOf(config))).checkpoint;
}

function isCallLog(value: unknown): value is CallLog {
  return typeof value === "object" && value !== null && "calls" in value && Array.isArray(value.calls);
}

function isRecords(value: unknown): value is readonly MiddlewareRecord[] {
  return Array.isArray(value);
}
