import type { RunnableConfig } from "@langchain/core/runnables";

import type { AskedRollback, AttemptPause, AttemptProblem, AttemptRecord } from "./attempt-record.ts";
import type { HistoryFormatError } from "../errors/history-format-error.ts";
import { actionsIn, readJournal, recordsOfRun, type ActionOnAttempt, type Journal } from "./journal.ts";
import { newestOfAttempt } from "../reading/newest-of-attempt.ts";
import {
  openCheckpointer,
  outlinesOf,
  type GraphOrCheckpointer,
} from "../recording/graph-or-checkpointer.ts";
import { threadIdOf } from "../langgraph/thread.ts";

/**
 * How a run with rollback stands: "running" while another attempt is due, "interrupted" while it waits for a human,
 * "unjudged" when the verifier itself failed, or its verdict could not be stored.
 */
export type RunStatus = "running" | "interrupted" | "succeeded" | "recovered" | "gave-up" | "unjudged";

/** One run on a thread: an input and all its attempts. */
export interface RunHistory {
  readonly run: string;
  readonly status: RunStatus;
  /** Why it stands so, as a sentence. */
  readonly reason: string;
  /** Id of the checkpoint that it waits at; absent unless it is "interrupted". */
  readonly waitsAt?: string;
  /** In order; attempts that have not been judged yet are not in it. */
  readonly attempts: readonly AttemptRecord[];
  /** Events in its attempts that went otherwise than planned, without deciding them. */
  readonly problems: readonly AttemptProblem[];
  /**
   * Attempts whose rollback a human was asked to approve, in order: when, and the decision that the question is about. Absent without such a
   * question.
   */
  readonly asked?: readonly Pick<AskedRollback, "attempt" | "at" | "record">[];
  /** Actions of people on the run, oldest first: who, what, when, and the attempt that it was about. Absent if there were none. */
  readonly actions?: readonly ActionOnAttempt[];
}

/**
 * Reads the attempts, scores, rollbacks and decisions of a thread.
 *
 * They come from the graph's own checkpointer, or one given alone, so they survive the process. `readTrajectory` with an attempt's `head` as
 * `checkpoint_id` gives that attempt's steps. An entry that cannot be read is left out; {@link unreadableHistory} tells of it.
 *
 * @param config names the thread
 * @returns the thread's runs, newest first as with `getStateHistory`; none if no run has been judged, has paused or had a problem
 * @throws {ThreadIdError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function readHistory(
  source: GraphOrCheckpointer,
  config: RunnableConfig,
): Promise<readonly RunHistory[]> {
  const threadId = threadIdOf(config);
  const journal = await readJournal(openCheckpointer(source).saver, threadId);
  const { runs, records, problems } = journal;
  return Promise.all(
    runs.toReversed().map(async (run) => ({
      run,
      attempts: recordsOfRun(records, run),
      problems: problems.filter((each) => each.run === run),
      ...askedIn(journal, run),
      ...actionsOf(journal, run),
      ...(await standing(source, threadId, journal, run)),
    })),
  );
}

/**
 * The entries of a thread's history that cannot be read: damaged, or written by a newer version. All others are read
 * nevertheless.
 *
 * @param config names the thread
 * @returns for each what is wrong, and the id of its checkpoint; newest first
 * @throws {ThreadIdError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function unreadableHistory(
  source: GraphOrCheckpointer,
  config: RunnableConfig,
): Promise<readonly HistoryFormatError[]> {
  const { unreadable } = await readJournal(openCheckpointer(source).saver, threadIdOf(config));
  return unreadable.toReversed();
}

/** @internal How a run stands after its latest record. */
export function statusOf(record: AttemptRecord): RunStatus {
  if (record.decision === "roll-back") return "running";
  if (record.outcome === undefined) return "unjudged";
  if (record.decision === "give-up") return "gave-up";
  return record.attempt === 1 ? "succeeded" : "recovered";
}

function askedIn({ questions }: Journal, run: string): Pick<RunHistory, "asked"> {
  const asked = questions
    .filter((each, place) => each.run === run && !questions.slice(place + 1).some(isSameAs(each)))
    .map(({ attempt, at, record }) => ({ attempt, at, record }));
  return asked.length === 0 ? {} : { asked };
}

function actionsOf(journal: Journal, run: string): Pick<RunHistory, "actions"> {
  const actions = actionsIn(journal, run);
  return actions.length === 0 ? {} : { actions };
}

/** Whether a question is another one in newer words: it was asked again, and the files had changed. */
const isSameAs =
  ({ attempt, head, checkpoint, run }: AskedRollback) =>
  (other: AskedRollback): boolean =>
    other.run === run && other.attempt === attempt && other.head === head && other.checkpoint === checkpoint;

async function standing(
  source: GraphOrCheckpointer,
  threadId: string,
  { records, pauses }: Journal,
  run: string,
): Promise<Pick<RunHistory, "status" | "reason" | "waitsAt">> {
  const last = recordsOfRun(records, run).at(-1);
  const pause = pauses.findLast((each) => each.run === run);
  if (pause !== undefined && pause.attempt > (last?.attempt ?? 0)) {
    // It has continued if there is anything newer of that attempt.
    const newest = await newestOfAttempt(outlinesOf(openCheckpointer(source)), threadId, pause);
    if (newest === pause.head)
      return { status: "interrupted", reason: waitingFor(pause), waitsAt: pause.head };
  }
  if (last !== undefined) return { status: statusOf(last), reason: last.reason };
  const reason =
    pause === undefined
      ? "It has not been judged yet."
      : `Attempt ${pause.attempt} continued after it was interrupted.`;
  return { status: "running", reason };
}

function waitingFor({ attempt, questions }: AttemptPause): string {
  if (questions === 0) return `Attempt ${attempt} waits at a breakpoint.`;
  return `Attempt ${attempt} waits for ${questions === 1 ? "an answer" : `${questions} answers`}.`;
}
