import { readHistory, type AttemptRecord, type RunHistory } from "langgraph-rollback";
import { readTask, type ListedThread, type GraphOrCheckpointer } from "langgraph-rollback/inspection";

import type { ThreadStatus, ThreadSummary } from "../shared/view/thread-summary.ts";
import { readOrReason } from "./read-or-reason.ts";
import { readWaiting } from "./read-waiting.ts";
import { rejection } from "../shared/words/outcome-words.ts";
import { oneLine } from "../shared/words/shortened.ts";
import { mayWait, threadStatusOf } from "./thread-status-of.ts";

/** One line of the list of threads: reads a thread's history and its newest input, no steps. */
export async function readSummary(
  checkpointer: GraphOrCheckpointer,
  { threadId, at }: ListedThread,
): Promise<ThreadSummary> {
  const config = { configurable: { thread_id: threadId } };
  const [task, runs] = await Promise.all([
    readOrReason(checkpointer, () => readTask(checkpointer, config)),
    readHistory(checkpointer, config),
  ]);
  // A thread whose input cannot be read must not hide all others. The page of the thread says so.
  const asked = task.isRead ? task.value : undefined;
  const [latest] = runs;
  // A turn that has begun since has not been judged yet. Ids of checkpoints sort by when they were made.
  const head = latest?.waitsAt ?? latest?.attempts.at(-1)?.head;
  const isLatest = asked === undefined || head === undefined || asked.checkpoint < head;
  const status = latest === undefined || !isLatest ? "not-judged" : threadStatusOf(latest);
  const waits = await waitingLine(checkpointer, threadId, status);
  return {
    id: threadId,
    status: waits === undefined ? status : "interrupted",
    ...(waits === undefined ? {} : { waits }),
    task: oneLine(asked?.task ?? "", 280),
    runs: runs.filter(({ attempts }) => attempts.length > 0).length,
    attempts: isLatest ? (latest?.attempts.length ?? 0) : 0,
    ...(latest === undefined || !isLatest ? {} : { ...reasonOf(latest), ...setOf(latest) }),
    updatedAt: at,
  };
}

/** The first question of a thread that may wait; a run that was decided about waits for nobody. */
async function waitingLine(
  checkpointer: GraphOrCheckpointer,
  threadId: string,
  status: ThreadStatus,
): Promise<ThreadSummary["waits"]> {
  if (!mayWait(status)) return undefined;
  const read = await readOrReason(checkpointer, () => readWaiting(checkpointer, threadId));
  const [first] = (read.isRead ? read.value?.questions : undefined) ?? [];
  if (!read.isRead || read.value === undefined || first === undefined) return undefined;
  return { since: read.value.since, asks: oneLine(first.asks, 280) };
}

/** The attempts of a run: the latest may wait for the answer to a question about its rollback. */
function knownOf({ asked = [], attempts }: RunHistory): readonly AttemptRecord[] {
  const decided = new Set(attempts.map(({ attempt }) => attempt));
  return [...attempts, ...asked.filter(({ attempt }) => !decided.has(attempt)).map(({ record }) => record)];
}

function reasonOf(run: RunHistory): Pick<ThreadSummary, "reason"> {
  const failed = knownOf(run).find(({ outcome }) => outcome?.ok === false);
  const reason = failed && rejection(failed);
  return reason === undefined ? {} : { reason: oneLine(reason, 280) };
}

function setOf(run: RunHistory): Pick<ThreadSummary, "set"> {
  const attribution = knownOf(run).find((attempt) => attempt.attribution !== undefined)?.attribution;
  if (attribution === undefined) return {};
  const { set, scores, status } = attribution;
  return { set: { size: set.steps.length, steps: scores.length, status } };
}
