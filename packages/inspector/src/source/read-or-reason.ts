import { threadVersion, type GraphOrCheckpointer } from "langgraph-rollback/inspection";

import { shortened } from "../shared/words/shortened.ts";

/** The value that was read, or the reason why it cannot be. */
export type ReadOrReason<Value> =
  | { readonly isRead: true; readonly value: Value }
  | { readonly isRead: false; readonly reason: string };

/** Characters of a reason; a checkpointer may quote what it read. */
const LONG = 1000;

/**
 * Reads a part of a thread, or says why it cannot be read, such as a value that does not deserialise. It is read a second
 * time before that, so that a passing fault of the checkpointer does not count as damage.
 *
 * @throws what the checkpointer throws, if it fails whatever it is asked
 */
export async function readOrReason<Value>(
  checkpointer: GraphOrCheckpointer,
  read: () => Promise<Value>,
): Promise<ReadOrReason<Value>> {
  try {
    return { isRead: true, value: await read() };
  } catch {
    await threadVersion(checkpointer, { configurable: { thread_id: "no such thread" } });
  }
  try {
    return { isRead: true, value: await read() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { isRead: false, reason: shortened(reason, LONG).text };
  }
}
