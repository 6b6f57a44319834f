import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { checkpointConfig, checkpointIdOf } from "../../langgraph/thread.ts";
import { patiently } from "../../recording/patiently.ts";
import { stampedFiles } from "../../steps/attempt-stamp.ts";

/**
 * @internal Id of the snapshot of a run's files at a checkpoint; `undefined` if there is none. At a fork, and after an `updateState`, the files are those of the checkpoint
 * before.
 */
export async function filesAt(
  saver: BaseCheckpointSaver,
  threadId: string,
  checkpoint: string | undefined,
): Promise<string | undefined> {
  for (let id = checkpoint; id !== undefined;) {
    const config = checkpointConfig(threadId, id);
    const tuple = await patiently(() => saver.getTuple(config));
    const files = stampedFiles({ ...tuple?.metadata });
    if (files !== undefined) return files === "" ? undefined : files;
    const { source } = tuple?.metadata ?? {};
    id = source === "update" || source === "fork" ? checkpointIdOf(tuple?.parentConfig) : undefined;
  }
  return undefined;
}
