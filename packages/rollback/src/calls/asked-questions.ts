import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { z } from "zod";

import { appendValue } from "../history/append-value.ts";
import { checkpointConfig } from "../langgraph/thread.ts";

/** Beside the thread's checkpoints, and never seen by LangGraph. */
const NAMESPACE = "langgraph-rollback-questions";
const CHANNEL = "asked";

/** @internal The questions of a run that a call inside another graph has passed on to that graph, in order. */
export interface AskedQuestions {
  /** `callId` of the call. */
  readonly call: string;
  readonly run: string;
  readonly questions: readonly unknown[];
  /** How many of the answers the run was given; one less than there are questions while it waits. */
  readonly answered: number;
}

const schema = z.object({
  call: z.string(),
  run: z.string(),
  questions: z.array(z.unknown()),
  answered: z.int(),
});

/** @internal The last questions on a thread. */
export async function readAsked(
  saver: BaseCheckpointSaver,
  threadId: string,
): Promise<AskedQuestions | undefined> {
  const tuple = await saver.getTuple(checkpointConfig(threadId, undefined, NAMESPACE));
  return schema.safeParse(tuple?.checkpoint.channel_values[CHANNEL]).data;
}

/** @internal */
export async function keepAsked(
  saver: BaseCheckpointSaver,
  threadId: string,
  value: AskedQuestions,
  at: string,
): Promise<void> {
  await appendValue(saver, checkpointConfig(threadId), { namespace: NAMESPACE, channel: CHANNEL, value, at });
}
