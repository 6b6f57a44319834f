import type { ThreadSource } from "@langgraph-rollback/inspector";
import type { OutlinedCheckpointer } from "langgraph-rollback/inspection";

import type { Diagnosis } from "../diagnosis.ts";
import { actingThreads } from "./acting-threads.ts";
import { mayWait } from "./may-wait.ts";
import { notReleased } from "./not-released.ts";
import { quotedReceipts } from "./quoted-receipts.ts";

/**
 * Whether acts are held that should not be, should be held that are not, or wait for a decision.
 *
 * @returns warnings; none where no act is held or cannot be undone
 */
export async function checkHolding(
  source: ThreadSource,
  checkpointer: OutlinedCheckpointer,
): Promise<readonly Diagnosis[]> {
  const threads = await actingThreads(source, checkpointer);
  return [...quotedReceipts(threads), ...notReleased(threads), ...mayWait(threads)];
}
