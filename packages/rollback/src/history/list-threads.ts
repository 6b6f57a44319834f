import { MemorySaver, type BaseCheckpointSaver, type CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { HISTORY_NAMESPACE } from "./journal.ts";
import { threadIn } from "../langgraph/thread.ts";
import { plainSaver, type GraphOrCheckpointer } from "../recording/graph-or-checkpointer.ts";
import { listTolerantly } from "../recording/tolerant-reads.ts";

/** A thread in a checkpointer. */
export interface ListedThread {
  readonly threadId: string;
  /** When its latest turn began or was last decided about, whichever came later; ISO 8601, UTC. */
  readonly at: string;
  /** Id of the checkpoint that tells so: another one means that something has happened. */
  readonly latest: string;
}

/** How many checkpoints are asked for at first. */
const FIRST_PAGE = 100;
/** How many are asked for at a time at the most: the checkpointer has all of them in memory, with their states. */
const LARGEST_PAGE = 1600;

/**
 * The threads of a source, latest first, whether or not they were run by `withRollback`.
 *
 * Found by their turns' inputs and by their histories, the newest of each first and no more of them than it takes, so that
 * a checkpointer of many threads is not read wholly. A thread that has neither (`durability: "exit"`) has no steps to show and is
 * left out. The checkpointer has to list checkpoints of all threads, newest first, as those of LangGraph do.
 *
 * @param limit at most so many
 * @returns the threads, and whether there are more
 */
export async function listThreads(
  source: GraphOrCheckpointer,
  limit: number,
): Promise<{ readonly threads: readonly ListedThread[]; readonly more: boolean }> {
  const saver = plainSaver(source);
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
