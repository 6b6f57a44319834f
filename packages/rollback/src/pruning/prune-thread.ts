import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { ThreadBusyError } from "../errors/thread-busy-error.ts";
import { readJournal, type Journal } from "../history/journal.ts";
import { stampedFiles } from "../steps/attempt-stamp.ts";
import type { ThreadLock } from "../locking/thread-lock.ts";
import type { SnapshotsPlace } from "../workspace/store-place.ts";
import { keepLengths } from "./keep-lengths.ts";
import { Lineages } from "./lineages.ts";
import { lossesOf, type ThreadLosses } from "./losses.ts";
import { doomedIn, isSilentSince, sizeOf, type PruneTimes } from "./plan-thread.ts";
import { keyOf, type StoredThread } from "./stored-thread.ts";
import type { TableSize, ThreadTables } from "./thread-tables.ts";
import { whyLeft, type LeftReason } from "./why-left.ts";

/** @internal How threads are pruned. */
export interface ThreadPruning {
  readonly saver: BaseCheckpointSaver;
  readonly tables: ThreadTables;
  readonly lock: ThreadLock;
  readonly times: PruneTimes;
  readonly isDryRun: boolean;
  /** Checkpoints that one transaction deletes at most. */
  readonly batch: number;
}

/** A thread of which rows were deleted, or would be. */
export interface PrunedThread {
  readonly threadId: string;
  /** Whether nothing of it is left. */
  readonly isDeleted: boolean;
  /** Rows and bytes that are gone, by table. */
  readonly tables: Readonly<Record<string, TableSize>>;
  readonly losses: ThreadLosses;
}

/** A thread that was left as it is. */
export interface LeftThread {
  readonly threadId: string;
  readonly reason: LeftReason;
}

/** @internal Snapshots of a workspace that nobody names who is deleted. */
export interface NamedSnapshots {
  readonly place: SnapshotsPlace;
  readonly ids: ReadonlySet<string>;
}

/** @internal Outcome for a thread. Of one that somebody has written to meanwhile, a part may be gone, and the rest left. */
export interface ThreadOutcome {
  readonly pruned?: PrunedThread;
  readonly left?: LeftThread;
  readonly snapshots: readonly NamedSnapshots[];
}

const ALL: Pick<PruneTimes, "old" | "failed"> = { old: Infinity, failed: Infinity };

/** How often a thread is planned anew that somebody writes to. */
const TRIES = 3;

/** @internal Prunes one thread. Each of its transactions leaves it able to go on. */
export async function pruneThread(pruning: ThreadPruning, threadId: string): Promise<ThreadOutcome> {
  const done: Progress = { pruned: undefined, snapshots: [] };
  const outcome = (reason?: LeftReason): ThreadOutcome => ({
    snapshots: done.snapshots,
    ...(done.pruned === undefined ? {} : { pruned: done.pruned }),
    ...(reason === undefined ? {} : { left: { threadId, reason } }),
  });
  try {
    const lease = await pruning.lock.acquire(threadId);
    try {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const ended = await tryThread(pruning, threadId, done);
        if (ended !== "written-to") return outcome(ended === "done" ? undefined : ended);
      }
      return outcome("busy");
    } finally {
      await lease.release();
    }
  } catch (error) {
    if (error instanceof ThreadBusyError || isBusyDatabase(error)) return outcome("busy");
    throw error;
  }
}

/** Parts of a thread that are gone so far. */
interface Progress {
  pruned: PrunedThread | undefined;
  snapshots: readonly NamedSnapshots[];
}

/** SQLite has one writer. It has waited for five seconds. */
const isBusyDatabase = (error: unknown): boolean => Reflect.get(Object(error), "code") === "SQLITE_BUSY";

interface Planned {
  readonly thread: StoredThread;
  readonly lineages: Lineages;
  readonly journal: Journal;
  /** Keys of rows that go before the thread itself does. */
  readonly doomed: readonly string[];
  readonly isDeleted: boolean;
}

async function tryThread(
  pruning: ThreadPruning,
  threadId: string,
  done: Progress,
): Promise<LeftReason | "done" | "written-to"> {
  const { isDryRun, saver, tables } = pruning;
  let planned = await planThread(pruning, threadId);
  if (typeof planned === "string") return planned;
  if (
    !isDryRun &&
    !planned.isDeleted &&
    (await keepLengths(saver, threadId, planned.journal, breaksIn(planned)))
  ) {
    planned = await planThread(pruning, threadId);
    if (typeof planned === "string") return "written-to";
  }
  const { doomed, isDeleted, journal, thread } = planned;
  const gone = new Set(isDeleted ? [...thread.checkpoints.map(keyOf), ...thread.strays.keys()] : doomed);
  const losses = done.pruned?.losses ?? (await lossesOf(saver, planned, journal, gone));
  const tell = (deleted: PrunedThread["tables"], isGone: boolean): void => {
    const before = done.pruned?.tables ?? {};
    done.pruned = { threadId, isDeleted: isGone, tables: added(before, deleted), losses };
    if (isGone) done.snapshots = snapshotsOf(thread, journal);
  };
  if (!isDryRun) return deleteRows(pruning, planned, tell);
  tell(sizeOf(thread, tables, gone), isDeleted);
  return "done";
}

/** Whether the steps up to a checkpoint will not be readable any more. */
function breaksIn({ doomed, lineages }: Planned): (id: string) => boolean {
  const keys = new Set(doomed);
  return (id) => lineages.isBroken(id, keys);
}

async function planThread(
  { saver, tables, times }: ThreadPruning,
  threadId: string,
): Promise<Planned | LeftReason | "done"> {
  let thread: StoredThread;
  try {
    thread = await tables.read(threadId);
  } catch (error) {
    if (error instanceof SyntaxError || Reflect.get(Object(error), "name") === "ZodError")
      return "unreadable";
    throw error;
  }
  const lineages = new Lineages(thread.checkpoints);
  if (lineages.in("").length === 0) return "done";
  const journal = await readJournal(saver, threadId);
  const isDeleted = isSilentSince(thread, times.threads);
  // Of a thread that goes whole, what it does not need goes first, so that no transaction is larger than its last turn.
  const doomed = doomedIn(thread, lineages, journal, isDeleted ? ALL : times);
  if (doomed.length === 0 && !isDeleted) return "done";
  return (
    (await whyLeft(saver, thread, lineages, journal)) ?? { thread, lineages, journal, doomed, isDeleted }
  );
}

/** @param tell of each transaction, what it has deleted, and whether that was the last of the thread */
async function deleteRows(
  { batch, tables }: ThreadPruning,
  { doomed, isDeleted, thread: { threadId, version } }: Planned,
  tell: (deleted: PrunedThread["tables"], isGone: boolean) => void,
): Promise<"done" | "written-to"> {
  let at = version;
  for (let from = 0; from < doomed.length; from += batch) {
    const deleted = await tables.delete(threadId, at, doomed.slice(from, from + batch));
    if (deleted === undefined) return "written-to";
    at = deleted.version;
    tell(deleted.tables, false);
  }
  if (!isDeleted) return "done";
  const rest = await tables.deleteAll(threadId, at);
  if (rest === undefined) return "written-to";
  tell(rest.tables, true);
  return "done";
}

/** @internal Sums of rows and bytes. */
export function added(
  one: Readonly<Record<string, TableSize>>,
  other: Readonly<Record<string, TableSize>>,
): Record<string, TableSize> {
  const sums = { ...one };
  for (const [table, { bytes, rows }] of Object.entries(other)) {
    const before = sums[table] ?? { rows: 0, bytes: 0 };
    sums[table] = { rows: before.rows + rows, bytes: before.bytes + bytes };
  }
  return sums;
}

/** @internal The snapshots that a thread names, by place. */
export function snapshotsOf(
  { checkpoints }: Pick<StoredThread, "checkpoints">,
  { records }: Pick<Journal, "records">,
): readonly NamedSnapshots[] {
  const places = new Map<string, SnapshotsPlace>();
  const ids = new Set(checkpoints.flatMap(({ metadata }) => stampedFiles(metadata) ?? []));
  for (const { files } of records) {
    if (files?.place !== undefined) places.set(JSON.stringify(files.place), files.place);
    for (const id of [files?.start, files?.end, files?.restored?.snapshot]) if (id !== undefined) ids.add(id);
  }
  ids.delete("");
  return [...places.values()].map((place) => ({ place, ids }));
}
