import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { readActs } from "../effects/read-acts.ts";
import { recordsOfRun, type Journal } from "../history/journal.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { isOf } from "../reading/newest-of-attempt.ts";
import { stampedAttempt } from "../steps/attempt-stamp.ts";
import type { Lineages } from "./lineages.ts";
import { isOwnNamespace, type StoredThread } from "./stored-thread.ts";

/**
 * Why a thread is left as it is:
 *
 * - "paused": it waits for a human, at a question of its own or at a breakpoint;
 * - "asked": a human is asked about a rollback;
 * - "undoing": a rollback has begun, or could not be completed, and `resumeRollback` takes it up;
 * - "holding": a run holds acts that are not released yet, or whose release has failed;
 * - "busy": a run is on it, or its last run has not been judged;
 * - "unreadable": its history or its checkpoints cannot be read.
 */
export type LeftReason = "paused" | "asked" | "undoing" | "holding" | "busy" | "unreadable";

/** Problems that end a rollback, and that `resumeRollback` takes up. */
const TAKEN_UP: ReadonlySet<string> = new Set([
  "UNDO_FAILED",
  "UNDO_MISSING",
  "EFFECTS_UNREADABLE",
  "REVALIDATE",
]);

/** @internal `undefined` if nobody needs more of the thread than what a next turn needs. */
export async function whyLeft(
  saver: BaseCheckpointSaver,
  thread: StoredThread,
  lineages: Lineages,
  journal: Journal,
): Promise<LeftReason | undefined> {
  if (journal.unreadable.length > 0) return "unreadable";
  const { questions, records } = journal;
  const asked = questions.at(-1);
  if (
    asked !== undefined &&
    !recordsOfRun(records, asked.run).some(({ attempt }) => attempt === asked.attempt)
  )
    return "asked";
  if (lineages.in("").at(-1)?.asks === true) return "paused";
  const open = openRun(lineages, journal);
  if (open !== undefined) return open;
  const mayHold = thread.checkpoints.some(({ namespace }) => isOwnNamespace(namespace));
  if (!mayHold) return undefined;
  const acts = await readActs(saver, checkpointConfig(thread.threadId));
  return acts.some(({ isHeld }) => isHeld) ? "holding" : undefined;
}

/** Whether the thread's last run has not ended. */
function openRun(lineages: Lineages, { records, pauses, runs }: Journal): LeftReason | undefined {
  const standing = (run: string, attempt: number): LeftReason => {
    const pause = pauses.findLast((each) => each.run === run && each.attempt === attempt);
    const newest = lineages.in("").findLast(({ metadata }) => isOf({ run, attempt }, metadata));
    return pause !== undefined && pause.head === newest?.id ? "paused" : "busy";
  };
  for (const record of [records.at(-1), recordsOfRun(records, runs.at(-1) ?? "").at(-1)]) {
    if (record === undefined) continue;
    const { attempt, decision, problem, rewind, run, unfinished } = record;
    if (unfinished === true || TAKEN_UP.has(problem?.code ?? "")) return "undoing";
    if (decision !== "roll-back") continue;
    const isForked = lineages.in("").some(({ id }) => id === rewind?.fork);
    return isForked ? standing(run, attempt + 1) : "undoing";
  }
  const current = currentAttempt(lineages);
  if (current === undefined) return undefined;
  const { attempt, run } = current;
  return recordsOfRun(records, run).some((record) => record.attempt >= attempt)
    ? undefined
    : standing(run, attempt);
}

/** The attempt that a thread's newest turn belongs to. */
function currentAttempt(lineages: Lineages): ReturnType<typeof stampedAttempt> {
  const head = lineages.in("").at(-1);
  if (head === undefined) return undefined;
  for (const { metadata } of lineages.ancestry(head)) {
    const stamp = stampedAttempt(metadata);
    if (stamp !== undefined) return stamp;
    if (metadata["source"] === "input") return undefined;
  }
  return undefined;
}
