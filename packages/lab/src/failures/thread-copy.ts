import { MemorySaver } from "@langchain/langgraph";

import type { RunThread } from "../systems/system.ts";

/** The same thread on a checkpointer of its own. Only what the one given holds of other threads is not copied. */
export function threadCopy({ saver, threadId }: RunThread): RunThread {
  const copy = new MemorySaver();
  copy.storage[threadId] = structuredClone(saver.storage[threadId] ?? {});
  for (const [key, writes] of Object.entries(saver.writes)) copy.writes[key] = structuredClone(writes);
  return { saver: copy, threadId };
}
