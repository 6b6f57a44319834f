import { isDeepStrictEqual } from "node:util";
import type { BaseCheckpointSaver, Checkpoint, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { entryNodesOf, type CompiledGraph } from "../langgraph/compiled-graph.ts";
import { ancestryOf } from "./lineage.ts";
import { calledTasks } from "../recording/called-tasks.ts";
import { innerSaver, RecordingSaver } from "../recording/recording-saver.ts";
import { outlinesOf, type OpenedCheckpointer } from "../recording/graph-or-checkpointer.ts";
import type { StepOrigin } from "@langgraph-rollback/attribution/trajectory";
import type { ChannelWrite } from "../steps/step-content.ts";
import { parentsOf, recordedBefore, storedSuperstep, writesByTask } from "../steps/stored-superstep.ts";
import type { Superstep } from "../steps/superstep.ts";
import { isControlChannel, isShared } from "../langgraph/task-identity.ts";
import { checkpointConfig, checkpointTuple, threadIn } from "../langgraph/thread.ts";

/** @internal The checkpoint of a graph around a subgraph. */
export interface OuterCheckpoint {
  readonly namespace: string;
  readonly checkpoint: string;
}

/** @internal Source from which the branches of one thread are read. */
export interface BranchSource {
  /**
   * The current turn up to a checkpoint of the outermost graph, oldest first.
   * @param known checkpoints of which the newest on the way will do as the oldest; where they can be passed over cheaply
   */
  turn(known?: ReadonlySet<string>): Promise<readonly Superstep[]>;
  /** Supersteps of a subgraph in one namespace, in the run that a checkpoint around it started; none if it stored nothing. */
  inside(namespace: string, outer: OuterCheckpoint): Promise<readonly Superstep[]>;
  /** Whether a task did nothing but pass on what the one graph that ran inside of it ended with. */
  passesOn(task: StepOrigin, runs: readonly (readonly Superstep[])[]): Promise<boolean>;
}

/** @internal Reads branches from the checkpointer. */
export function storedBranches(opened: OpenedCheckpointer, head: CheckpointTuple): BranchSource {
  const { read, inside } = storedRuns(opened, threadIn(head.config));
  const inner = innerSaver(opened.saver);
  const threadId = threadIn(head.config);
  return {
    turn: (known) => read(head, known),
    inside,
    passesOn: async (task, runs) => {
      const last = runs[0]?.at(-1);
      if (last === undefined || runs.length > 1) return false;
      const [around, within] = await Promise.all([
        checkpointTuple(outlinesOf(opened), threadId, task.before, task.namespace),
        checkpointTuple(inner, threadId, last.checkpointId, last.namespace),
      ]);
      return isPassedOn(writesByTask(around).get(task.taskId) ?? [], within.checkpoint);
    },
  };
}

/** Reads what the graphs of a thread did from the checkpointer. */
function storedRuns(opened: OpenedCheckpointer, threadId: string) {
  const { graph, saver } = opened;
  const inner = outlinesOf(opened);
  const entryNodes = graph === undefined ? [] : entryNodesOf(graph);
  const read = async (
    newest: CheckpointTuple,
    known?: ReadonlySet<string>,
  ): Promise<readonly Superstep[]> => {
    const branch: Superstep[] = [];
    let after: CheckpointTuple | undefined;
    for await (const tuple of ancestryOf(inner, threadId, newest)) {
      branch.push(
        after === undefined
          ? await lastSuperstep(saver, tuple, entryNodes)
          : storedSuperstep(tuple, recordedBefore(after), entryNodes),
      );
      if (known?.has(tuple.checkpoint.id) === true) break;
      after = tuple;
    }
    return branch.toReversed();
  };
  const shared = sharedRuns(inner, threadId);
  const inside: BranchSource["inside"] = async (namespace, outer) => {
    const newest = isShared(namespace)
      ? await shared(namespace, outer)
      : await newestInside(inner, threadId, namespace, outer);
    return newest === undefined ? [] : read(newest);
  };
  return { read, inside };
}

function isPassedOn(
  writes: readonly ChannelWrite[],
  { channel_values, channel_versions }: Checkpoint,
): boolean {
  return writes.every(([channel, value]) => {
    if (isControlChannel(channel)) return true;
    // A channel that has a version but no value is put together from writes, by its graph.
    return channel in channel_values
      ? isDeepStrictEqual(channel_values[channel], value)
      : channel in channel_versions;
  });
}

/**
 * A namespace of a subgraph's own (`checkpointer: true`) holds all its runs, and most nodes have none: each is looked
 * through once.
 */
function sharedRuns(
  inner: BaseCheckpointSaver,
  threadId: string,
): (namespace: string, outer: OuterCheckpoint) => Promise<CheckpointTuple | undefined> {
  const heads = new Map<string, Promise<ReadonlyMap<string, string>>>();
  const headsIn = async (namespace: string): Promise<ReadonlyMap<string, string>> => {
    const newest = new Map<string, string>();
    for await (const { checkpoint, metadata } of inner.list(checkpointConfig(threadId, undefined, namespace)))
      for (const around of Object.entries(parentsOf(metadata))) {
        const run = around.join("\n");
        if (!newest.has(run)) newest.set(run, checkpoint.id);
      }
    return newest;
  };
  return async (namespace, outer) => {
    const known = heads.get(namespace) ?? headsIn(namespace);
    heads.set(namespace, known);
    const id = (await known).get(`${outer.namespace}\n${outer.checkpoint}`);
    return id === undefined ? undefined : checkpointTuple(inner, threadId, id, namespace);
  };
}

/** Newest checkpoint in a namespace that a task's id is part of: one run, as a rule. */
async function newestInside(
  inner: BaseCheckpointSaver,
  threadId: string,
  namespace: string,
  { namespace: outer, checkpoint }: OuterCheckpoint,
): Promise<CheckpointTuple | undefined> {
  const config = checkpointConfig(threadId, undefined, namespace);
  const isInside = ({ metadata }: CheckpointTuple): boolean => parentsOf(metadata)[outer] === checkpoint;
  const newest = await inner.getTuple(config);
  if (newest === undefined || isInside(newest)) return newest;
  for await (const tuple of inner.list(config)) if (isInside(tuple)) return tuple;
  return undefined;
}

/** @internal A checkpoint as the checkpointer has it now, and what ran from it: another process may have gone on there. */
export function storedHead(
  graph: CompiledGraph,
  saver: RecordingSaver,
  head: CheckpointTuple,
): Promise<Superstep> {
  return lastSuperstep(saver, head, entryNodesOf(graph));
}

/** The superstep from a branch's last checkpoint: no other one tells which tasks others called there. */
async function lastSuperstep(
  saver: BaseCheckpointSaver,
  tuple: CheckpointTuple,
  entryNodes: readonly string[],
): Promise<Superstep> {
  const recorded = saver instanceof RecordingSaver ? saver.tasksFrom(tuple.config) : [];
  const superstep = storedSuperstep(tuple, recorded, entryNodes);
  if (isKnown(superstep)) return superstep;
  const called = await calledTasks(innerSaver(saver), threadIn(tuple.config));
  return called.length === 0 ? superstep : storedSuperstep(tuple, [...called, ...recorded], entryNodes);
}

/**
 * @internal Reads branches from what this process has recorded.
 *
 * @param head where the branch ends
 * @returns `undefined` if this process did not see the whole turn
 */
export function liveBranches(
  graph: CompiledGraph,
  saver: RecordingSaver,
  threadId: string,
  head: Superstep,
  known?: ReadonlySet<string>,
): BranchSource | undefined {
  const turn = walked(saver, threadId, head, known);
  if (turn === undefined) return undefined;
  const stored = storedRuns({ graph, saver }, threadId);
  return {
    turn: () => Promise.resolve(turn),
    inside: (namespace, { namespace: outer, checkpoint }) => {
      let id = saver.recordedHead(threadId, namespace);
      let newest = id === undefined ? undefined : saver.recordedSuperstep(threadId, namespace, id);
      while (newest !== undefined && newest.parents[outer] !== checkpoint) {
        id = newest.parent;
        newest = id === undefined ? undefined : saver.recordedSuperstep(threadId, namespace, id);
      }
      // Of what another process has begun, only the rest was seen here.
      const isSeen = saver.hasBegun(threadId, outer, checkpoint) && !saver.hasRecorded(threadId, namespace);
      const seen = newest === undefined ? (isSeen ? [] : undefined) : walked(saver, threadId, newest);
      return seen === undefined
        ? stored.inside(namespace, { namespace: outer, checkpoint })
        : Promise.resolve(seen);
    },
    // Only asked where no graph is known.
    passesOn: () => Promise.resolve(false),
  };
}

/** The supersteps of a branch, oldest first: from its input on, or from the newest that is known. */
function walked(
  saver: RecordingSaver,
  threadId: string,
  head: Superstep,
  known?: ReadonlySet<string>,
): readonly Superstep[] | undefined {
  const lineage = [head];
  for (let at = head; at.source !== "input" && known?.has(at.checkpointId) !== true;) {
    const { namespace, checkpoint } = at.graftOf ?? { namespace: at.namespace, checkpoint: at.parent };
    if (checkpoint === undefined) break;
    const parent = saver.recordedSuperstep(threadId, namespace, checkpoint);
    if (parent === undefined) return undefined;
    lineage.push(parent);
    at = parent;
  }
  return lineage.every(isKnown) ? lineage.toReversed() : undefined;
}

/** Whether it is known what each task was: not where another process ran them. */
const isKnown = ({ tasks }: Superstep): boolean => tasks.every(({ identity }) => identity !== undefined);
