import { MemorySaver, type BaseCheckpointSaver, type CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { HISTORY_NAMESPACE } from "../recording/history-namespace.ts";
import { threadIn } from "../langgraph/thread.ts";
import { headsOf, openCheckpointer, type GraphOrCheckpointer } from "../recording/graph-or-checkpointer.ts";
import { listTolerantly } from "../recording/tolerant-reads.ts";

/** A thread in a checkpointer. */
export interface ListedThread {
  readonly threadId: string;
  /** The later of two times: its latest turn began, or the last decision about it; ISO 8601, UTC. */
  readonly at: string;
  /** Id of the checkpoint that tells so: another one means that something has happened. */
  readonly latest: string;
}

/** How many checkpoints are read at first. */
const FIRST_PAGE = 100;
/** How many are read at a time at most: the checkpointer has all of them in memory, with their states. */
const LARGEST_PAGE = 1600;

/**
 * The threads of a source, latest first, whether or not they were run by `withRollback`.
 *
 * Threads are found by their turns' inputs and by their histories, newest first. Only as many of these are read as needed: a checkpointer with many
 * threads is not read whole. A thread with neither (`durability: "exit"`) has no steps to show and is left
 * out. The checkpointer has to list checkpoints of all threads, newest first, as LangGraph's own do.
 *
 * @param limit at most so many
 * @returns the threads, and whether there are more
 */
export async function listThreads(
  source: GraphOrCheckpointer,
  limit: number,
): Promise<{ readonly threads: readonly ListedThread[]; readonly more: boolean }> {
  const saver = headsOf(openCheckpointer(source));
  const turns = await newestOf(saver, limit, "", { source: "input" });
  const histories = await newestOf(saver, limit, HISTORY_NAMESPACE);
  const latest = new Map(turns);
  for (const [threadId, decided] of histories) {
    const begun = latest.get(threadId);
    if (begun === undefined || decided.at >= begun.at) latest.set(threadId, decided);
  }
  const threads = [...latest.values()].toSorted(latestFirst);
  return { threads: threads.slice(0, limit), more: threads.length > limit };
}

/**
 * Changes whenever {@link listThreads} gives something else: a thread is new, begins a turn or is decided about. Deleted threads do not
 * change it, unless the latest one is deleted. Reads two checkpoints, but all of a `MemorySaver`.
 */
export async function threadsVersion(source: GraphOrCheckpointer): Promise<string> {
  const saver = headsOf(openCheckpointer(source));
  const input = await newestIn(saver, "", { source: "input" });
  return JSON.stringify([input, await newestIn(saver, HISTORY_NAMESPACE)]);
}

/** Id of the newest checkpoint of a namespace, over all threads. */
async function newestIn(
  saver: BaseCheckpointSaver,
  namespace: string,
  filter?: Readonly<Record<string, unknown>>,
): Promise<string> {
  const config = { configurable: { checkpoint_ns: namespace } };
  // A `MemorySaver` lists thread by thread: its first checkpoint need not be the newest one.
  const limit = saver instanceof MemorySaver ? {} : { limit: 1 };
  let newest = "";
  const found = listTolerantly(saver, config, { ...limit, ...(filter === undefined ? {} : { filter }) });
  for await (const { checkpoint } of found) if (checkpoint.id > newest) newest = checkpoint.id;
  return newest;
}

/** By time; in the same millisecond by their checkpoints' ids, which are made from finer times. */
function latestFirst(a: ListedThread, b: ListedThread): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.latest < b.latest ? 1 : -1;
}

/** The newest checkpoints of a namespace by thread; of one thread more than the limit, if there are so many. */
async function newestOf(
  saver: BaseCheckpointSaver,
  limit: number,
  namespace: string,
  filter?: Readonly<Record<string, unknown>>,
): Promise<ReadonlyMap<string, ListedThread>> {
  const newest = new Map<string, ListedThread>();
  for await (const { config, checkpoint } of newestFirst(saver, namespace, filter)) {
    const threadId = threadIn(config);
    if (!newest.has(threadId)) newest.set(threadId, { threadId, at: checkpoint.ts, latest: checkpoint.id });
    if (newest.size > limit && !(saver instanceof MemorySaver)) break;
  }
  return newest;
}

/**
 * Pages of a list: checkpointers read what they list at once. Each page is twice as long as the one before, because a checkpointer
 * without an index by time goes through all of its checkpoints for each. A `MemorySaver` has them at hand, thread by thread.
 */
async function* newestFirst(
  saver: BaseCheckpointSaver,
  namespace: string,
  filter: Readonly<Record<string, unknown>> | undefined,
): AsyncGenerator<CheckpointTuple> {
  const config = { configurable: { checkpoint_ns: namespace } };
  const options = filter === undefined ? {} : { filter };
  if (saver instanceof MemorySaver) return yield* listTolerantly(saver, config, options);
  let before: CheckpointTuple["config"] | undefined;
  for (let limit = FIRST_PAGE; ; limit = Math.min(2 * limit, LARGEST_PAGE)) {
    const page: CheckpointTuple[] = [];
    const next = { ...options, limit, ...(before === undefined ? {} : { before }) };
    for await (const tuple of listTolerantly(saver, config, next)) page.push(tuple);
    yield* page;
    before = page.at(-1)?.config;
    if (page.length < limit || before === undefined) return;
  }
}
