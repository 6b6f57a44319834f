import { threadVersion, type GraphOrCheckpointer } from "langgraph-rollback/inspection";

import { shortened } from "../shared/words/shortened.ts";

/** What was read, or why it cannot be. */
export type ReadOrReason<Value> =
  | { readonly isRead: true; readonly value: Value }
  | { readonly isRead: false; readonly reason: string };

/** Characters of a reason; a store may quote what it read. */
const LONG = 1000;

/**
 * Reads a part of a thread, or says why it cannot be read, such as a value that does not deserialise. It is read a second
 * time before that, so that no passing fault of the store is taken for damage.
 *
 * @throws what the store throws, if it fails whatever it is asked
 */
export async function readOrReason<Value>(
  store: GraphOrCheckpointer,
  read: () => Promise<Value>,
): Promise<ReadOrReason<Value>> {
  try {
    return { isRead: true, value: await read() };
  } catch {
    await threadVersion(store, { configurable: { thread_id: "no such thread" } });
  }
  try {
    return { isRead: true, value: await read() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { isRead: false, reason: shortened(reason, LONG).text };
  }
}
