import type { Kept, Record, Said, Thread } from "./read-thread.ts";

/**
 * Faults of a thread's checkpoints and forks: a checkpoint that does not follow from its parent and what was
 * written from there, a fork that is not what its record says, a fork without a record, two rollbacks for one failure.
 *
 * @param lateWrites whether what a dead process had written may have arrived after another has begun with the same
 *   task: a store keeps the first that it is given, and the state holds the other's. Only by whom a step was done can
 *   differ then.
 */
export function auditBranches(thread: Thread, lateWrites: boolean): readonly string[] {
  const byId = new Map(thread.checkpoints.map((checkpoint) => [checkpoint.id, checkpoint]));
  return [
    ...thread.checkpoints.flatMap((checkpoint) => tornStep(checkpoint, byId, lateWrites)),
    ...forksOf(thread).flatMap((fork) => tornFork(fork, thread, byId)),
    ...thread.records.flatMap((record) => tornStand(record, thread, byId)),
    ...secondRollbacks(thread),
  ];
}

/** The forks that rollbacks have made. Forks from which a run's returned attempt continues are no rollbacks. */
export function forksOf({ checkpoints, records }: Thread): readonly Kept[] {
  const standing = new Set(records.map(({ stands }) => stands?.fork));
  return checkpoints.filter(({ id, source }) => source === "update" && !standing.has(id));
}

/** A thread continues from the returned attempt, in the state in which that attempt ended. */
function tornStand(
  { run, stands }: Record,
  { records }: Thread,
  byId: ReadonlyMap<string, Kept>,
): readonly string[] {
  const fork = byId.get(stands?.fork ?? "");
  if (fork === undefined) return [];
  const returned = records.findLast((each) => each.run === run && each.attempt === stands?.attempt);
  const head = byId.get(returned?.head ?? "");
  const whole =
    head !== undefined &&
    fork.parent === head.id &&
    fork.run === run &&
    fork.attempt === stands?.attempt &&
    fork.draft === head.draft &&
    told(fork.messages) === told(head.messages);
  return whole ? [] : [`${fork.id}: it is not the end of attempt ${stands?.attempt} of run ${run}`];
}

function tornStep(checkpoint: Kept, byId: ReadonlyMap<string, Kept>, lateWrites: boolean): readonly string[] {
  const parent = byId.get(checkpoint.parent ?? "");
  if (checkpoint.source !== "loop" || parent === undefined) return [];
  const { writes } = parent;
  const before = parent.messages.length;
  const own = checkpoint.messages.slice(before);
  const drafts = writes.drafts.length > 0 ? writes.drafts : [parent.draft];
  const compared = lateWrites ? withoutAuthor : (message: Said): Said => message;
  const [is, wrote] = [inOrder(own.map(compared)), inOrder(writes.messages.map(compared))];
  const lost = is.filter((message) => !told(wrote).includes(told([message]).slice(1, -1)));
  if (lost.length > 0 && told(is.filter((message) => !lost.includes(message))) === told(wrote))
    return [`${checkpoint.id}: the writes of ${told(lost)} are missing`];
  const follows = told(is) === told(wrote) && (lateWrites || drafts.includes(checkpoint.draft));
  return follows && told(checkpoint.messages.slice(0, before)) === told(parent.messages)
    ? []
    : [
        `${checkpoint.id}: ${told(checkpoint.messages)} does not follow from ${told(parent.messages)} and ${told(writes.messages)}`,
      ];
}

/** Each execution says something of its own, after what any execution would say. */
const withoutAuthor = ({ id, text }: Said): Said => ({ id, text: text.split(" ").slice(0, 2).join(" ") });

function tornFork(fork: Kept, { records }: Thread, byId: ReadonlyMap<string, Kept>): readonly string[] {
  const [record, ...others] = records.filter(({ rewind }) => rewind?.fork === fork.id);
  const point = byId.get(record?.rewind?.checkpoint ?? "");
  if (record === undefined || point === undefined) return [`${fork.id}: the fork has no record`];
  const note = fork.messages.at(-1);
  const whole =
    fork.parent === point.id &&
    fork.run === record.run &&
    fork.attempt === record.attempt + 1 &&
    fork.draft === point.draft &&
    told(fork.messages.slice(0, -1)) === told(point.messages) &&
    note?.text === record.note;
  return [
    ...(whole
      ? []
      : [
          `${fork.id}: the fork is not what its record says: ${told(fork.messages)} for ${JSON.stringify(record)}`,
        ]),
    ...(others.length === 0 ? [] : [`${fork.id}: the fork has ${others.length + 1} records`]),
  ];
}

/** Forks by what failed: its run and attempt, its last checkpoint, and the attempt that they begin. */
function secondRollbacks(thread: Thread): readonly string[] {
  const { records } = thread;
  const forks = forksOf(thread);
  const made = new Set(forks.map(({ id }) => id));
  const carriedOut = records.filter(({ rewind }) => made.has(rewind?.fork ?? ""));
  const failures = [
    ...carriedOut.map(({ run, attempt }) => `run ${run}, attempt ${attempt}`),
    ...carriedOut.map(({ head }) => `head ${head}`),
    ...forks.map(({ run, attempt }) => `run ${run}, begin of attempt ${attempt}`),
  ];
  return failures
    .filter((failure, index) => failures.indexOf(failure) !== index)
    .map((failure) => `${failure}: rolled back twice`);
}

/** @returns the records that count, one for each attempt */
export function latestRecords(records: readonly Record[]): readonly Record[] {
  const latest = new Map(records.map((record) => [record.attempt, record]));
  return [...latest.values()].toSorted((a, b) => a.attempt - b.attempt);
}

const inOrder = (messages: readonly Said[]): readonly Said[] =>
  messages.toSorted((a, b) => (a.id < b.id ? -1 : 1));

const told = (messages: readonly Said[]): string =>
  `[${messages.map(({ id, text }) => `${id} "${text}"`).join(", ")}]`;
