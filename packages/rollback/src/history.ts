import type { RunnableConfig } from "@langchain/core/runnables";

import type { AttemptRecord } from "./attempt-record.ts";
import { readRecords, recordsOfRun } from "./journal.ts";
import { openStore, type ThreadStore } from "./thread-store.ts";
import { threadIdOf } from "./thread.ts";

/** How a run with rollback ended; "running" while another attempt is due, "unjudged" when the verifier itself failed. */
export type RunStatus = "running" | "succeeded" | "recovered" | "gave-up" | "unjudged";

/** One run on a thread: an input and all its attempts. */
export interface RunHistory {
  readonly run: string;
  readonly status: RunStatus;
  /** Why it ended so, as a sentence. */
  readonly reason: string;
  /** In order; attempts that have not been judged yet are not in it. */
  readonly attempts: readonly AttemptRecord[];
}

/**
 * What was tried, scored, rolled back and decided on a thread.
 *
 * Read from the graph's own checkpointer, or one given alone, so it survives the process. `readTrajectory` with an attempt's `head` as
 * `checkpoint_id` gives that attempt's steps.
 *
 * @param config names the thread
 * @returns the thread's runs, oldest first; none if no run has been judged
 * @throws {ThreadIdError | NoCheckpointerError | HistoryFormatError | UnsupportedGraphError}
 */
export async function readHistory(
  store: ThreadStore,
  config: RunnableConfig,
): Promise<readonly RunHistory[]> {
  const records = await readRecords(openStore(store).saver, threadIdOf(config));
  const runs = [...new Set(records.map(({ run }) => run))];
  return runs.map((run) => {
    const attempts = recordsOfRun(records, run);
    return { run, attempts, ...endOf(attempts) };
  });
}

/** @internal How a run stands after its latest record. */
export function statusOf(record: AttemptRecord): RunStatus {
  if (record.decision === "roll-back") return "running";
  if (record.outcome === undefined) return "unjudged";
  if (record.decision === "give-up") return "gave-up";
  return record.attempt === 1 ? "succeeded" : "recovered";
}

function endOf(attempts: readonly AttemptRecord[]): Pick<RunHistory, "status" | "reason"> {
  const last = attempts.at(-1);
  return last === undefined
    ? { status: "running", reason: "" }
    : { status: statusOf(last), reason: last.reason };
}
