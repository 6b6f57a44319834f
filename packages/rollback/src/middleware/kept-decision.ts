import { appendValue, readValue } from "../history/append-value.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { checkpointerIn, threadIn, type AgentRuntime } from "./agent-runtime.ts";
import type { FinishedRun } from "./finished-run.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";

const CHANNEL = "decision";

/** @internal A decision to retry, or one after which acts that were held take place, as it is stored. */
export interface KeptDecision {
  readonly record: MiddlewareRecord;
  /** Whether it is carried out as it is; else a human is asked about it. */
  readonly isApproved: boolean;
}

/** Beside the agent's checkpoints, and never seen by LangGraph. Each turn has one of its own. */
const namespaceOf = (turn: string): string => `langgraph-rollback-turn-${turn}`;

/** @internal Stores a decision before a human is asked about it, and before it is carried out. */
export async function keepDecision(run: FinishedRun, decision: KeptDecision): Promise<void> {
  const saver = checkpointerIn(run.configurable);
  if (saver === undefined) return;
  const { at } = decision.record;
  const kept = { namespace: namespaceOf(run.turn?.id ?? ""), channel: CHANNEL, value: decision, at };
  await appendValue(saver, checkpointConfig(run.threadId), kept);
}

/**
 * @internal The decision about an attempt whose end was not reached: a human was asked, or the process died.
 *
 * @returns `undefined` if there is none
 */
export async function readDecision(run: FinishedRun): Promise<KeptDecision | undefined> {
  const decision = await readDecisionOf(run.configurable, run.turn?.id ?? "");
  // Somebody may have gone back to an earlier checkpoint and come to another end.
  return decision?.record.trajectory === run.trajectory.id ? decision : undefined;
}

/** @internal The newest decision about a turn. */
export async function readDecisionOf(
  configurable: AgentRuntime["configurable"],
  turn: string,
): Promise<KeptDecision | undefined> {
  const saver = checkpointerIn(configurable);
  if (saver === undefined) return undefined;
  const place = { namespace: namespaceOf(turn), channel: CHANNEL };
  const value = await readValue(saver, checkpointConfig(threadIn(configurable)), place);
  return isDecision(value) ? value : undefined;
}

const isDecision = (value: unknown): value is KeptDecision =>
  typeof value === "object" && value !== null && "record" in value && "isApproved" in value;
