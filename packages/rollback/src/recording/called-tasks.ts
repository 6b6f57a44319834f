import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { checkpointConfig } from "../langgraph/thread.ts";
import { recordedIn } from "../steps/stored-superstep.ts";
import type { RecordedTask } from "../steps/superstep.ts";
import { HISTORY_NAMESPACE } from "./history-namespace.ts";
import { listTolerantly } from "./tolerant-reads.ts";

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
    for (const task of recordedIn(Reflect.get(Object(record), "calledTasks"))) tasks.push(task);
  }
  return tasks;
}
