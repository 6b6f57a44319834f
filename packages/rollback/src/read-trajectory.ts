import type { RunnableConfig } from "@langchain/core/runnables";

import { liveBranches, storedBranches } from "./branch-source.ts";
import { turnInput } from "./lineage.ts";
import type { RecordedTrajectory } from "./recorded-trajectory.ts";
import { describeInput } from "./step-content.ts";
import { subgraphPathsOf } from "./subgraph-paths.ts";
import { openStore, type ThreadStore } from "./thread-store.ts";
import { checkpointIdOf, checkpointTuple, threadIdOf } from "./thread.ts";
import { stepsOf } from "./trajectory-steps.ts";

/**
 * Reads what a thread's current branch did in its current turn, step by step.
 *
 * Works on any thread that its checkpointer still holds, recorded by `RecordingSaver` or not; without it, steps lack
 * their times, and tasks of the functional API their names. What this process has recorded itself is not read from the
 * store again.
 *
 * Parallel tasks of one superstep come in LangGraph's own order: Sends as sent, then nodes by name. A node that is a
 * subgraph gives the subgraph's steps instead of its own, where the subgraph keeps checkpoints; what else runs inside
 * of a step (a subgraph that a node's code calls, tasks of the functional API) comes before it.
 *
 * A checkpointer alone will do: a thread that `withRollback` has run then gives the same steps. Of any other thread, the
 * entrypoint of the functional API is called "entrypoint" (where it failed, "unknown"), and whether a node is a subgraph or a function that calls one
 * is told from what it wrote: just what the one graph inside of it ended with, and it is taken for that graph.
 *
 * @param config names the thread; with a `checkpoint_id`, the branch that ends there
 * @returns the steps from the turn's input on; none when nothing has run yet
 * @throws {ThreadIdError | NoCheckpointerError | CheckpointNotFoundError | UnsupportedGraphError}
 */
export async function readTrajectory(
  store: ThreadStore,
  config: RunnableConfig,
): Promise<RecordedTrajectory> {
  const { graph, saver } = openStore(store);
  const threadId = threadIdOf(config);
  const head = await checkpointTuple(saver, threadId, checkpointIdOf(config));
  const live = graph === undefined ? undefined : liveBranches(graph, saver, head);
  const source = live ?? storedBranches(graph, saver, head);
  const turn = await source.turn();
  return {
    id: `${threadId}:${head.checkpoint.id}`,
    threadId,
    head: head.checkpoint.id,
    task:
      turn[0]?.task ??
      describeInput(turnInput([await checkpointTuple(saver, threadId, turn[0]?.checkpointId)])),
    steps: await stepsOf(graph === undefined ? turn[0]?.subgraphs : subgraphPathsOf(graph), source, turn),
  };
}
