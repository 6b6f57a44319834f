import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { RecordingSaver } from "./recording-saver.ts";

/** @internal The checkpointer itself: a recorder takes what is read through it for the start of a run. */
export function innerSaver(saver: BaseCheckpointSaver): BaseCheckpointSaver {
  return saver instanceof RecordingSaver ? saver.inner : saver;
}
