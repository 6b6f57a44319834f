import {
  emptyCheckpoint,
  type BaseCheckpointSaver,
  type CheckpointTuple,
} from "@langchain/langgraph-checkpoint";
import type { StepOrigin } from "@langgraph-rollback/attribution/trajectory";

import { newForkId, newIdBefore } from "../langgraph/fork-id.ts";
import { newestOfAttempt } from "../reading/newest-of-attempt.ts";
import type { StampedAttempt } from "../steps/attempt-stamp.ts";
import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import { isShared } from "../langgraph/task-identity.ts";
import { checkpointConfig, checkpointIdOf, checkpointTuple } from "../langgraph/thread.ts";

/** Memory of a subgraph that remembers from run to run (`checkpointer: true`), before its undone runs. */
export interface MemoryPoint {
  readonly namespace: string;
  /** Id of the subgraph's checkpoint then; absent if it had not run. */
  readonly checkpoint?: string;
  /** Id of the copy that a rewind makes the subgraph's newest checkpoint; it sorts before the rewind's fork. */
  readonly copy: string;
}

/**
 * @internal Memory of subgraphs before steps that are to be undone. LangGraph gives a subgraph the newest checkpoint of its namespace, from any
 * branch: without a copy on top, the state of a discarded attempt would stay.
 *
 * @param undone  in order
 * @param grafted namespaces of subgraphs that continue, and have a newest checkpoint of their own
 */
export async function memoryBefore(
  saver: BaseCheckpointSaver,
  threadId: string,
  undone: readonly RecordedStep[],
  grafted: ReadonlySet<string>,
): Promise<readonly MemoryPoint[]> {
  const firstRuns = new Map<string, StepOrigin>();
  for (const { enclosing, origin } of undone)
    for (const ran of [...enclosing, origin])
      if (isShared(ran.namespace) && !grafted.has(ran.namespace) && !firstRuns.has(ran.namespace))
        firstRuns.set(ran.namespace, ran);
  return Promise.all(
    [...firstRuns.values()].map(async ({ namespace, before }) => {
      let tuple = await checkpointTuple(saver, threadId, before, namespace);
      while (tuple.metadata?.source !== "input" && tuple.parentConfig !== undefined)
        tuple = await checkpointTuple(saver, threadId, checkpointIdOf(tuple.parentConfig), namespace);
      const checkpoint = checkpointIdOf(tuple.parentConfig);
      return { namespace, ...(checkpoint === undefined ? {} : { checkpoint }), copy: newForkId() };
    }),
  );
}

/**
 * @internal Memory of a subgraph that remembers, at the end of an attempt.
 *
 * @param head the attempt's last checkpoint
 */
export async function memoryAtEnd(
  saver: BaseCheckpointSaver,
  threadId: string,
  namespace: string,
  attempt: StampedAttempt & { readonly head: string },
): Promise<MemoryPoint> {
  // Input from a task that threw comes after the attempt's last checkpoint.
  const checkpoint =
    (await newestOfAttempt(saver, threadId, attempt, namespace)) ??
    (await newestBefore(saver, threadId, namespace, attempt.head));
  return { namespace, ...(checkpoint === undefined ? {} : { checkpoint }), copy: newForkId() };
}

/**
 * @internal Lets a subgraph know what it knew: a copy of that checkpoint becomes its newest.
 *
 * @param before the fork's parent, if the attempt will run a whole superstep: where a fork is named, LangGraph gives a
 *               subgraph the newest checkpoint before the fork's parent. If the parent is a fork itself, an attempt that was
 *               left may have stored that one, and a second copy takes its place.
 */
export async function restoreMemory(
  saver: BaseCheckpointSaver,
  threadId: string,
  { namespace, checkpoint: id, copy }: MemoryPoint,
  stamp: Readonly<Record<string, unknown>>,
  before?: string,
): Promise<void> {
  const known: Pick<CheckpointTuple, "checkpoint" | "metadata"> | undefined =
    id === undefined ? undefined : await checkpointTuple(saver, threadId, id, namespace);
  const { configurable } = checkpointConfig(threadId, id, namespace);
  const put = (copyId: string): Promise<unknown> =>
    saver.put(
      { configurable: { ...configurable, ...stamp } },
      { ...(known?.checkpoint ?? emptyCheckpoint()), id: copyId },
      { source: "update", step: (known?.metadata?.step ?? -3) + 1, parents: {} },
      {},
    );
  if (before !== undefined && (await newestBefore(saver, threadId, namespace, before)) !== id)
    await put(newIdBefore(before));
  await put(copy);
}

async function newestBefore(
  saver: BaseCheckpointSaver,
  threadId: string,
  namespace: string,
  before: string,
): Promise<string | undefined> {
  const options = { before: checkpointConfig(threadId, before), limit: 1 };
  for await (const { checkpoint } of saver.list(checkpointConfig(threadId, undefined, namespace), options))
    return checkpoint.id;
  return undefined;
}
