import {
  HistoryFormatError,
  readHistory,
  readTask,
  type ListedThread,
  type RunHistory,
  type ThreadStore,
} from "langgraph-rollback";

import type { ThreadSummary } from "../view/thread-summary.ts";
import { oneLine } from "./shortened.ts";

/** One line of the list of threads: reads a thread's history and its newest input, no steps. */
export async function readSummary(
  store: ThreadStore,
  { threadId, at }: ListedThread,
): Promise<ThreadSummary> {
  const config = { configurable: { thread_id: threadId } };
  const [asked, runs] = await Promise.all([readTask(store, config), readableHistory(store, threadId)]);
  const latest = runs.at(-1);
  // A turn that has begun since has not been judged yet. Ids of checkpoints sort by when they were made.
  const head = latest?.attempts.at(-1)?.head;
  const isLatest = asked === undefined || head === undefined || asked.checkpoint < head;
  return {
    id: threadId,
    status: latest === undefined || !isLatest ? "not-judged" : latest.status,
    task: oneLine(asked?.task ?? "", 280),
    runs: runs.length,
    attempts: isLatest ? (latest?.attempts.length ?? 0) : 0,
    ...(latest === undefined || !isLatest ? {} : setOf(latest)),
    updatedAt: at,
  };
}

/** One thread whose history is damaged must not hide all others; whoever opens it is told. */
async function readableHistory(store: ThreadStore, threadId: string): Promise<readonly RunHistory[]> {
  try {
    return await readHistory(store, { configurable: { thread_id: threadId } });
  } catch (error) {
    if (error instanceof HistoryFormatError) return [];
    throw error;
  }
}

function setOf({ attempts }: RunHistory): Pick<ThreadSummary, "set"> {
  const attribution = attempts.find((attempt) => attempt.attribution !== undefined)?.attribution;
  if (attribution === undefined) return {};
  const { set, scores, status } = attribution;
  return { set: { size: set.steps.length, steps: scores.length, status } };
}
