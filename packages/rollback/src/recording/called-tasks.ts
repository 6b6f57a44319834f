import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { checkpointConfig } from "../langgraph/thread.ts";
import { recordedIn } from "../steps/stored-superstep.ts";
import type { RecordedTask } from "../steps/superstep.ts";
import { listTolerantly } from "./tolerant-reads.ts";

/**
 * @internal The checkpoint namespace that keeps a thread's history beside its checkpoints: the same checkpointer, gone with the
 * thread, and never seen by LangGraph, which reads its own namespaces only.
 */
export const HISTORY_NAMESPACE = "langgraph-rollback";

/** @internal Tasks that others called in supersteps that failed, as the records of a thread's attempts keep them. */
export async function calledTasks(
  saver: BaseCheckpointSaver,
  threadId: string,
): Promise<readonly RecordedTask[]> {
  const tasks: RecordedTask[] = [];
  for await (const { checkpoint } of listTolerantly(
    saver,
    checkpointConfig(threadId, undefined, HISTORY_NAMESPACE),
  )) {
    const record: unknown = checkpoint.channel_values["attempt"];
    for (const task of recordedIn(Reflect.get(Object(record), "called"))) tasks.push(task);
  }
  return tasks;
}
