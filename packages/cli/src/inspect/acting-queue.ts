import { openCheckpointer, SourceFormatError, type InspectorOptions } from "@langgraph-rollback/inspector";

import { userName } from "../options/user-name.ts";
import type { ActingOptions } from "./acting-agent.ts";
import type { QueueActs } from "./queue-acts.ts";

/**
 * Runs a task with the queue that the page acts on, over the checkpointer that is shown. Files of trajectories have none: the task is given no queue then.
 *
 * @throws what `openCheckpointer` throws
 */
export async function withActingQueue<Value>(
  [where = ""]: readonly string[],
  { by = userName(), schema }: ActingOptions,
  acts: QueueActs | undefined,
  task: (queue: InspectorOptions["actQueue"]) => Promise<Value>,
): Promise<Value> {
  if (acts === undefined) return task(undefined);
  const opened = await opening(where, schema);
  if (opened === undefined) return task(undefined);
  try {
    return await task({ ...acts, by, saver: opened.saver });
  } finally {
    await opened.close();
  }
}

async function opening(
  where: string,
  schema: string | undefined,
): Promise<Awaited<ReturnType<typeof openCheckpointer>> | undefined> {
  try {
    return await openCheckpointer(where, { schema });
  } catch (error) {
    if (error instanceof SourceFormatError) return undefined;
    throw error;
  }
}
