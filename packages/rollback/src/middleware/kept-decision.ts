import { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { appendValue } from "../history/append-value.ts";
import { CHECKPOINTER } from "../langgraph/private-strings.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import type { FinishedRun } from "./finished-run.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";

const CHANNEL = "decision";

/** Beside the agent's checkpoints, and never seen by LangGraph. Each turn has one of its own. */
const namespaceOf = ({ turn }: FinishedRun): string => `langgraph-rollback-turn-${turn?.id ?? ""}`;

/** @internal Stores a decision while a human is asked about it. An agent without a checkpointer cannot ask. */
export async function keepDecision(run: FinishedRun, record: MiddlewareRecord): Promise<void> {
  const saver = saverOf(run);
  if (saver === undefined) return;
  const kept = { namespace: namespaceOf(run), channel: CHANNEL, value: record, at: record.at };
  await appendValue(saver, checkpointConfig(run.threadId), kept);
}

/** @internal The decision about an attempt that awaits a human's answer; `undefined` if there is none. */
export async function readDecision(run: FinishedRun): Promise<MiddlewareRecord | undefined> {
  const config = checkpointConfig(run.threadId, undefined, namespaceOf(run));
  const value: unknown = (await saverOf(run)?.getTuple(config))?.checkpoint.channel_values[CHANNEL];
  return isRecord(value) && value.attempt === run.attempt ? value : undefined;
}

function saverOf({ configurable }: FinishedRun): BaseCheckpointSaver | undefined {
  const saver: unknown = configurable?.[CHECKPOINTER];
  return saver instanceof BaseCheckpointSaver ? saver : undefined;
}

const isRecord = (value: unknown): value is MiddlewareRecord =>
  typeof value === "object" && value !== null && "attempt" in value && "decision" in value;
