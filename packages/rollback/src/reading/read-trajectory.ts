import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { liveBranches, storedBranches, storedHead, type BranchSource } from "./branch-source.ts";
import { type CompiledGraph, subgraphPathsOf } from "../langgraph/compiled-graph.ts";
import { turnInput, turnStart } from "./lineage.ts";
import { outermost, type RecordedStep, type RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import { RecordingSaver } from "../recording/recording-saver.ts";
import { describeInput } from "../steps/step-content.ts";
import { subgraphsIn } from "../steps/stored-superstep.ts";
import type { Superstep } from "../steps/superstep.ts";
import {
  openCheckpointer,
  type GraphOrCheckpointer,
  type OpenedCheckpointer,
} from "../recording/graph-or-checkpointer.ts";
import { checkpointConfig, checkpointIdOf, checkpointTuple, threadIdOf } from "../langgraph/thread.ts";
import { stepsOf } from "./trajectory-steps.ts";

/**
 * Reads what a thread's current branch did in its current turn, step by step.
 *
 * Works on any thread that its checkpointer still holds, recorded by `RecordingSaver` or not; without it, steps lack
 * their times, and tasks of the functional API their names. What this process has recorded itself is not read from the
 * checkpointer again.
 *
 * Parallel tasks of one superstep come in LangGraph's own order: Sends as sent, then nodes by name. A node that is a
 * subgraph gives the subgraph's steps instead of its own, where the subgraph keeps checkpoints; what else runs inside
 * of a step (a subgraph that a node's code calls, tasks of the functional API) comes before it.
 *
 * A checkpointer alone will do: a thread that `withRollback` has run then gives the same steps. Of any other thread, the
 * entrypoint of the functional API is called "entrypoint" (where it failed, "unknown"), and whether a node is a
 * subgraph or a function that calls one is told from what it wrote: just what the one graph inside of it ended with, and
 * it is taken for that graph.
 *
 * @param config names the thread; with a `checkpoint_id`, the branch that ends there
 * @param known  what was read of the thread before, from the same source: the steps that both branches share are taken over
 *               from it and not read again
 * @returns the steps from the turn's input on; none when nothing has run yet
 * @throws {ThreadIdError | NoCheckpointerError | CheckpointNotFoundError | UnsupportedGraphError}
 */
export async function readTrajectory(
  source: GraphOrCheckpointer,
  config: RunnableConfig,
  known?: RecordedTrajectory,
): Promise<RecordedTrajectory> {
  const opened = openCheckpointer(source);
  const { graph, saver, outlines } = opened;
  const threadId = threadIdOf(config);
  const head = await checkpointTuple(outlines ?? saver, threadId, checkpointIdOf(config));
  const live =
    graph === undefined || !(saver instanceof RecordingSaver)
      ? undefined
      : liveBranches(graph, saver, threadId, await storedHead(graph, saver, head));
  const branch = { ...opened, threadId, head: head.checkpoint.id };
  return trajectoryOn(branch, live ?? storedBranches(opened, head), known);
}

/**
 * @internal The steps of an attempt up to its last checkpoint: read from nowhere if this process has run it all, else as
 * {@link readTrajectory} does.
 *
 * @param known what was read of the attempt before: of its supersteps only the later ones are looked at
 * @throws {CheckpointNotFoundError}
 */
export async function readAttempt(
  { graph, saver }: { readonly graph: CompiledGraph; readonly saver: RecordingSaver },
  threadId: string,
  head: string,
  known?: RecordedTrajectory,
): Promise<RecordedTrajectory> {
  const last = saver.recordedSuperstep(threadId, "", head);
  const live =
    last === undefined ? undefined : liveBranches(graph, saver, threadId, last, checkpointsAfter(known));
  if (live === undefined) return readTrajectory(graph, checkpointConfig(threadId, head), known);
  return trajectoryOn({ graph, saver, threadId, head }, live, known);
}

/** The checkpoints that the steps of a trajectory led to. */
const checkpointsAfter = (known: RecordedTrajectory | undefined): ReadonlySet<string> =>
  new Set(known?.steps.flatMap((step) => outermost(step).after ?? []));

/** The end of one branch of a thread. */
interface Branch extends OpenedCheckpointer {
  readonly threadId: string;
  readonly head: string;
}

async function trajectoryOn(
  { graph, saver, outlines, heads, threadId, head }: Branch,
  source: BranchSource,
  known?: RecordedTrajectory,
): Promise<RecordedTrajectory> {
  const turn = await source.turn(checkpointsAfter(known));
  const before = stepsUpTo(known, turn[0]?.checkpointId);
  const first = before[0] === undefined ? undefined : outermost(before[0]);
  const stored = async (): Promise<readonly string[] | undefined> =>
    first === undefined
      ? turn[0]?.subgraphs
      : subgraphsAt(heads ?? outlines ?? saver, threadId, first.before);
  return {
    id: `${threadId}:${head}`,
    threadId,
    head,
    task: first === undefined ? await taskOf(saver, threadId, turn[0]) : (known?.task ?? ""),
    steps: await stepsOf(graph === undefined ? await stored() : subgraphPathsOf(graph), source, turn, before),
  };
}

/** The steps that led to a checkpoint; none where it is not on their branch. */
function stepsUpTo(
  known: RecordedTrajectory | undefined,
  checkpoint: string | undefined,
): readonly RecordedStep[] {
  if (known === undefined || checkpoint === undefined) return [];
  const last = known.steps.findLastIndex((step) => outermost(step).after === checkpoint);
  return known.steps.slice(0, last + 1);
}

/** Which nodes of a turn's graph are graphs, as kept with its input. */
async function subgraphsAt(
  saver: BaseCheckpointSaver,
  threadId: string,
  checkpoint: string,
): Promise<readonly string[] | undefined> {
  const start = await turnStart(saver, threadId, await checkpointTuple(saver, threadId, checkpoint));
  return subgraphsIn(start.metadata);
}

async function taskOf(
  saver: BaseCheckpointSaver,
  threadId: string,
  start: Superstep | undefined,
): Promise<string> {
  return (
    start?.task ?? describeInput(turnInput([await checkpointTuple(saver, threadId, start?.checkpointId)]))
  );
}
