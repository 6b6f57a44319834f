import { ANSWERS_NAMESPACE } from "../answers/read-answers.ts";
import { recordsOfRun, type Journal } from "../history/journal.ts";
import { checkpointTime } from "../langgraph/checkpoint-time.ts";
import { stampedAttempt } from "../steps/attempt-stamp.ts";
import type { Lineages } from "./lineages.ts";
import { neededIn } from "./needed.ts";
import { isOwnNamespace, keyOf, placeOfKey, type StoredThread } from "./stored-thread.ts";
import type { TableSize, ThreadTables } from "./thread-tables.ts";

/** @internal Times before which something may go, in milliseconds since the epoch. */
export interface PruneTimes {
  readonly old: number;
  readonly failed: number;
  /** Of threads with nothing newer, all. */
  readonly threads: number;
}

/** @internal Keys of the rows of a thread that go. Records stay. */
export function doomedIn(
  thread: StoredThread,
  lineages: Lineages,
  journal: Journal,
  { failed, old }: Pick<PruneTimes, "failed" | "old">,
): readonly string[] {
  const { checkpoints, strays } = thread;
  const needed = neededIn(lineages, {
    old,
    failed,
    isFailed: failedAttempts(journal),
    named: namedIn(lineages, journal),
  });
  const rows = checkpoints.filter((row) => !isOwnNamespace(row.namespace) && !needed.has(keyOf(row)));
  const lost = [...strays.keys()].filter((key) => {
    const { namespace, id } = placeOfKey(key);
    return !isOwnNamespace(namespace) && (checkpointTime(id) ?? Number.POSITIVE_INFINITY) < old;
  });
  return [...rows.map(keyOf), ...lost, ...answersOf(thread, lineages, journal, needed, old)];
}

/** Which attempts have failed, and were left for another. */
function failedAttempts({ records, runs }: Journal): (run: string, attempt: number) => boolean {
  const failed = new Set<string>();
  for (const run of runs)
    for (const { attempt, decision, stands } of recordsOfRun(records, run))
      if (decision === "roll-back" ? true : stands !== undefined && stands.attempt !== attempt)
        failed.add(`${run} ${attempt}`);
  return (run, attempt) => failed.has(`${run} ${attempt}`);
}

/**
 * Forks of the thread's last run: a process that resumes it sees by them that its rollbacks are carried out. And checkpoints at which earlier runs still wait for
 * an answer: the history says so as long as they are there.
 */
function namedIn(lineages: Lineages, { pauses, records, runs }: Journal): ReadonlySet<string> {
  const head = lineages.in("").at(-1);
  if (head === undefined) return new Set();
  const last = new Set<string>();
  for (const { metadata } of lineages.turnOf(head)) {
    const stamp = stampedAttempt(metadata);
    if (stamp !== undefined) last.add(stamp.run);
  }
  const forks = records.flatMap(({ rewind, run }) =>
    last.has(run) && rewind !== undefined ? [rewind.fork] : [],
  );
  const waiting = runs.flatMap((run) => {
    const pause = pauses.findLast((each) => each.run === run);
    const judged = recordsOfRun(records, run).at(-1)?.attempt ?? 0;
    return pause !== undefined && pause.attempt > judged ? [pause.head] : [];
  });
  return new Set([...forks, ...waiting]);
}

/** Recorded answers of runs that cannot be replayed any more. */
function answersOf(
  { checkpoints }: StoredThread,
  lineages: Lineages,
  { records }: Journal,
  needed: ReadonlySet<string>,
  old: number,
): readonly string[] {
  const kept = new Set(
    lineages
      .in("")
      .flatMap((row) => (needed.has(keyOf(row)) ? (stampedAttempt(row.metadata)?.run ?? []) : [])),
  );
  return checkpoints
    .filter(({ namespace, id }) => {
      if (namespace !== ANSWERS_NAMESPACE || kept.has(id)) return false;
      const last = records.findLast(({ run }) => run === id);
      return last !== undefined && Date.parse(last.at) < old;
    })
    .map(keyOf);
}

/** @internal Whether nothing of a thread is newer than a time. It is not where a checkpoint's id does not tell. */
export function isSilentSince({ checkpoints }: StoredThread, limit: number): boolean {
  return checkpoints.every(({ id, namespace }) => {
    const at = checkpointTime(id);
    // Ids of journals tell no time. They are not written to without a checkpoint that does.
    return at === undefined ? isOwnNamespace(namespace) : at < limit;
  });
}

/** @internal Rows and bytes that go with keys, by table. */
export function sizeOf(
  { blobs, checkpoints, strays }: StoredThread,
  { names }: ThreadTables,
  doomed: ReadonlySet<string>,
): Readonly<Record<string, TableSize>> {
  const gone = checkpoints.filter((row) => doomed.has(keyOf(row)));
  const written = [
    ...gone.map(({ writes }) => writes),
    ...[...strays].flatMap(([key, writes]) => (doomed.has(key) ? [writes] : [])),
  ];
  const values = blobs.filter(({ usedBy }) => usedBy.every((key) => doomed.has(key)));
  return {
    [names.checkpoints]: { rows: gone.length, bytes: sum(gone.map(({ bytes }) => bytes)) },
    [names.writes]: {
      rows: sum(written.map(({ rows }) => rows)),
      bytes: sum(written.map(({ bytes }) => bytes)),
    },
    ...(names.blobs === undefined
      ? {}
      : { [names.blobs]: { rows: values.length, bytes: sum(values.map(({ bytes }) => bytes)) } }),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
