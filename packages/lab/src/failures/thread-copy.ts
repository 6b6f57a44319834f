import { OverlaySaver } from "langgraph-rollback/replay";

import type { RunThread } from "../systems/system.ts";

/** The same thread on a checkpointer over the one given, which is only read. */
export function threadCopy({ saver, threadId }: RunThread): RunThread {
  return { saver: new OverlaySaver(saver), threadId };
}
