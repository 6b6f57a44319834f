import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { AttemptRecord } from "../../history/attempt-record.ts";
import { appendEntry } from "../../history/journal.ts";

/** @internal Keeps a record if that can be done: where the checkpointer is down, the record still goes out with the event. */
export async function keepAnyway(
  saver: BaseCheckpointSaver,
  threadId: string,
  record: AttemptRecord,
): Promise<void> {
  try {
    await appendEntry(saver, threadId, "attempt", record);
  } catch {
    // Told with the event alone.
  }
}
