import { CheckpointNotFoundError, type HistoryFormatError } from "langgraph-rollback/errors";
import {
  readHistory,
  readTrajectory,
  type AttemptOutcome,
  type AttemptRecord,
  type RecordedTrajectory,
  type RollbackProblem,
  type RunHistory,
} from "langgraph-rollback";
import {
  readTurns,
  unreadableHistory,
  type GraphOrCheckpointer,
  type ThreadTurn,
} from "langgraph-rollback/inspection";

import { sentence } from "@langgraph-rollback/attribution/trajectory";

import type { AttemptView, RunView, UnreadablePart } from "../shared/view/thread-view.ts";
import { attemptViewOf } from "./attempt-view.ts";
import type { HeldSteps } from "./held-steps.ts";
import { readOrReason } from "./read-or-reason.ts";
import { readWaiting } from "./read-waiting.ts";
import { mayWait, threadStatusOf } from "./thread-status-of.ts";
import { shortened } from "../shared/words/shortened.ts";
import { stepViewOf } from "./step-view.ts";

/** Characters of a task or a reason. */
const LONG = 4000;

/** A run as the page shows it. */
export interface ReadRun {
  readonly view: RunView;
  readonly attempts: readonly ReadAttempt[];
}

export interface ReadAttempt {
  readonly view: AttemptView;
  /** Whether its steps can be read: not where the checkpointer does not hold the attempt any more, or it is damaged. */
  readonly isRead: boolean;
  readonly unreadable?: UnreadablePart | undefined;
  /** As it was recorded; absent where nobody has judged the attempt. */
  readonly outcome?: AttemptOutcome | undefined;
  /** As its record has them; absent for a run without `workspace`, and while the attempt runs. */
  readonly files?: AttemptRecord["files"] | undefined;
}

/** An attempt that is to be read. */
interface KnownAttempt {
  readonly attempt: number;
  readonly head: string;
  readonly record?: AttemptRecord | undefined;
  readonly before?: AttemptRecord | undefined;
  readonly problems?: readonly RollbackProblem[] | undefined;
  readonly asked?: NonNullable<RunHistory["asked"]>[number] | undefined;
}

/** A thread as it was read: enough to read only what is new the next time. */
export interface ReadThread {
  readonly runs: readonly ReadRun[];
  readonly turns: readonly ThreadTurn[];
  /** Parts that could not be read. */
  readonly unreadable: readonly UnreadablePart[];
}

/**
 * All runs of a thread with their steps, oldest first: those that were judged, and what stands or was left without a
 * verdict.
 *
 * A part that cannot be read hides nothing else of the thread.
 *
 * @param held   is given the steps; those that are in it are not read again
 * @param before what was read earlier: what is in it is not read again
 */
export async function readThread(
  checkpointer: GraphOrCheckpointer,
  threadId: string,
  held: HeldSteps,
  before?: ReadThread,
): Promise<ReadThread> {
  const config = { configurable: { thread_id: threadId } };
  const [histories, entries, turned] = await Promise.all([
    readHistory(checkpointer, config),
    unreadableHistory(checkpointer, config),
    readOrReason(checkpointer, () => readTurns(checkpointer, config, before?.turns)),
  ]);
  const turns = turned.isRead ? turned.value : (before?.turns ?? []);
  const known = new Map<string, KnownAttempt[]>();
  for (const { run, attempts } of histories)
    known.set(
      run,
      attempts.map((record, i) => knownAttempt(record, attempts[i - 1])),
    );
  for (const turn of turns) add(known, turn);
  const runs: ReadRun[] = [];
  for (const [id, attempts] of known) {
    const seen = before?.runs.find(({ view }) => view.run === id)?.attempts ?? [];
    runs.push(
      await readRun(checkpointer, threadId, { id, attempts, seen, held, ...historyOf(histories, id) }),
    );
  }
  const unreadable = [
    ...entries.map(entryPart),
    ...(turned.isRead ? [] : [{ message: sentence(`Its turns cannot be read: ${turned.reason}`) }]),
    ...runs.flatMap(({ attempts }) => attempts.flatMap(({ unreadable: part }) => part ?? [])),
  ];
  const inOrder = runs.toSorted((a, b) => (headOf(a) < headOf(b) ? -1 : 1));
  return { runs: await withQuestions(checkpointer, threadId, inOrder), turns, unreadable };
}

/** The runs, the latest with the questions that it waits with. */
async function withQuestions(
  checkpointer: GraphOrCheckpointer,
  threadId: string,
  runs: readonly ReadRun[],
): Promise<readonly ReadRun[]> {
  const latest = runs.at(-1);
  if (latest === undefined || !mayWait(latest.view.status)) return runs;
  const read = await readOrReason(checkpointer, () => readWaiting(checkpointer, threadId));
  if (!read.isRead || read.value === undefined) return runs;
  const reason = latest.view.status === "interrupted" ? latest.view.reason : "It waits for an answer.";
  const view: RunView = { ...latest.view, status: "interrupted", reason, waits: read.value };
  return [...runs.slice(0, -1), { ...latest, view }];
}

function entryPart({ checkpointId, message }: HistoryFormatError): UnreadablePart {
  return { checkpoint: checkpointId, message: shortened(message, LONG).text };
}

function historyOf(histories: readonly RunHistory[], run: string): { readonly history?: RunHistory } {
  const history = histories.find((other) => other.run === run);
  return history === undefined ? {} : { history };
}

/** Ids of checkpoints sort by when they were made. */
const headOf = ({ attempts }: ReadRun): string => attempts[0]?.view.head ?? "";

function knownAttempt(record: AttemptRecord, before: AttemptRecord | undefined): KnownAttempt {
  const { attempt, head } = record;
  return { attempt, head, record, before };
}

/** Adds where a turn stands, unless it has been judged there. */
function add(known: Map<string, KnownAttempt[]>, { run, attempt: stamped, head }: ThreadTurn): void {
  const attempts = known.get(run) ?? [];
  const attempt = stamped ?? attempts.length + 1;
  if (attempts.some((other) => other.attempt === attempt)) return;
  const before = attempts.find((other) => other.attempt === attempt - 1)?.record;
  known.set(run, [...attempts, { attempt, head, before }]);
}

async function readRun(
  checkpointer: GraphOrCheckpointer,
  threadId: string,
  run: {
    readonly id: string;
    readonly attempts: readonly KnownAttempt[];
    readonly seen: readonly ReadAttempt[];
    readonly held: HeldSteps;
    readonly history?: RunHistory;
  },
): Promise<ReadRun> {
  const attempts: ReadAttempt[] = [];
  let task: string | undefined;
  let last: RecordedTrajectory | undefined;
  for (const attempt of run.attempts) {
    // An attempt begins with steps of the one before it.
    const seen = run.seen.find(({ view }) => view.attempt === attempt.attempt)?.view.head;
    const earlier = run.held.at(threadId, seen ?? attempt.head) ?? last;
    const problems = run.history?.problems.filter((found) => found.attempt === attempt.attempt) ?? [];
    const asked = run.history?.asked?.findLast((each) => each.attempt === attempt.attempt);
    const known = { ...attempt, asked, problems: problems.map(({ problem }) => problem) };
    const { trajectory, ...read } = await readAttempt(checkpointer, threadId, known, earlier);
    if (trajectory !== undefined) run.held.hold(trajectory);
    last = trajectory ?? last;
    task ??= trajectory && shortened(trajectory.task, LONG).text;
    attempts.push(read);
  }
  return {
    attempts,
    view: {
      run: run.id,
      status: run.history === undefined ? "not-judged" : threadStatusOf(run.history),
      reason: shortened(run.history?.reason ?? "", LONG).text,
      task: task ?? "",
      ...returnedIn(run.history),
      ...(run.history?.actions === undefined ? {} : { actions: run.history.actions }),
      attempts: attempts.map(({ view }) => view),
    },
  };
}

function returnedIn(history: RunHistory | undefined): Pick<RunView, "returned"> {
  const returned = history?.attempts.at(-1)?.stands?.attempt;
  return returned === undefined ? {} : { returned };
}

async function readAttempt(
  checkpointer: GraphOrCheckpointer,
  threadId: string,
  attempt: KnownAttempt,
  earlier: RecordedTrajectory | undefined,
): Promise<ReadAttempt & { readonly trajectory?: RecordedTrajectory }> {
  const config = { configurable: { thread_id: threadId, checkpoint_id: attempt.head } };
  const files = attempt.record?.files ?? attempt.asked?.record.files;
  const read = await readOrReason(checkpointer, () => heldTrajectory(checkpointer, config, earlier));
  if (!read.isRead) return { ...unreadableAttempt(attempt, read.reason), files };
  const trajectory = read.value;
  if (trajectory instanceof CheckpointNotFoundError)
    return { isRead: false, view: { ...attemptViewOf([], attempt), missing: trajectory.message }, files };
  const steps = trajectory.steps.map((step) => stepViewOf(step));
  const outcome = attempt.record?.outcome ?? attempt.asked?.record.outcome;
  return {
    isRead: true,
    trajectory,
    view: attemptViewOf(steps, attempt),
    outcome,
    files,
  };
}

/** The attempt, or that the checkpointer does not hold it any more. */
async function heldTrajectory(
  checkpointer: GraphOrCheckpointer,
  config: Parameters<typeof readTrajectory>[1],
  earlier: RecordedTrajectory | undefined,
): Promise<RecordedTrajectory | CheckpointNotFoundError> {
  try {
    return await readTrajectory(checkpointer, config, earlier);
  } catch (error) {
    if (error instanceof CheckpointNotFoundError) return error;
    throw error;
  }
}

function unreadableAttempt(attempt: KnownAttempt, reason: string): ReadAttempt {
  const message = sentence(`The steps of attempt ${attempt.attempt} cannot be read: ${reason}`);
  return {
    isRead: false,
    view: { ...attemptViewOf([], attempt), missing: message },
    unreadable: { checkpoint: attempt.head, message },
  };
}
