import { RESUME, type CheckpointTuple, type PendingWrite } from "@langchain/langgraph-checkpoint";

import { ActionRefusedError } from "../errors/action-refused-error.ts";
import { isShared } from "../langgraph/task-identity.ts";
import { checkpointConfig, checkpointIdOf, checkpointTuple, namespaceIn } from "../langgraph/thread.ts";
import type { RecordingSaver } from "../recording/recording-saver.ts";
import { NULL_TASK } from "../steps/superstep.ts";

/** In the metadata of copied checkpoints: the action that has copied them. */
const COPIED_BY = "rollback_forked";
/** Metadata of ours that holds for a copy, too: steps as they were recorded. */
const KEPT: readonly string[] = ["rollback_steps", "rollback_subgraphs"];

/** A copy of a thread. */
interface ThreadCopy {
  readonly from: string;
  readonly to: string;
  /** Id of the last checkpoint that is copied, in the outermost graph. */
  readonly checkpoint: string;
  /** Of the action. */
  readonly key: string;
}

/**
 * @internal Copies the branch of a thread up to a checkpoint, with the writes that led to it, and not with those from it. The last checkpoint comes last: a process that dies leaves a copy that is done again.
 *
 * @throws {ActionRefusedError} if the other thread exists, or subgraphs of the thread remember from run to run
 */
export async function copyThread(saver: RecordingSaver, copy: ThreadCopy): Promise<void> {
  const { checkpoint, from, key, to } = copy;
  const before = await saver.getTuple(checkpointConfig(to));
  if (before !== undefined && Reflect.get(Object(before.metadata), COPIED_BY) !== key)
    throw new ActionRefusedError(from, `Thread "${to}" exists already. Give the copy another id.`);
  const branch: string[] = [];
  const tasks = new Set<string>();
  for (let id: string | undefined = checkpoint; id !== undefined;) {
    const tuple = await checkpointTuple(saver, from, id);
    branch.push(id);
    if (id !== checkpoint) for (const [task] of tuple.pendingWrites ?? []) tasks.add(task);
    id = checkpointIdOf(tuple.parentConfig);
  }
  const inner: { readonly id: string; readonly namespace: string }[] = [];
  for await (const { config } of saver.list({ configurable: { thread_id: from } })) {
    const namespace = namespaceIn(config);
    const id = checkpointIdOf(config);
    if (namespace === "" || id === undefined || namespace.startsWith("langgraph-rollback")) continue;
    if (isShared(namespace))
      throw new ActionRefusedError(
        from,
        "A subgraph of it remembers from run to run (`checkpointer: true`), and its memory at a step cannot be copied.",
      );
    const task = namespace.split("|")[0]?.split(":").at(-1) ?? "";
    if (tasks.has(task)) inner.push({ id, namespace });
  }
  for (const { id, namespace } of inner)
    await put(saver, copy, await checkpointTuple(saver, from, id, namespace), true);
  for (const id of branch.toReversed())
    await put(saver, copy, await checkpointTuple(saver, from, id), id !== checkpoint);
}

async function put(
  saver: RecordingSaver,
  { key, to }: ThreadCopy,
  { checkpoint, config, metadata, parentConfig, pendingWrites = [] }: CheckpointTuple,
  hasWrites: boolean,
): Promise<void> {
  const namespace = namespaceIn(config);
  const told = Object.entries({ ...metadata }).filter(
    ([name]) => !name.startsWith("rollback_") || KEPT.includes(name),
  );
  const { source = "loop", step = -1, parents = {} } = metadata ?? {};
  await saver.put(
    checkpointConfig(to, checkpointIdOf(parentConfig), namespace),
    checkpoint,
    {
      ...Object.fromEntries([...told, [COPIED_BY, key]]),
      source,
      step,
      parents,
      ...("thread_id" in Object(metadata) ? { thread_id: to } : {}),
    },
    checkpoint.channel_versions,
  );
  const writes = new Map<string, PendingWrite[]>();
  for (const [task, channel, value] of pendingWrites)
    if (hasWrites || (task === NULL_TASK && channel !== RESUME))
      writes.set(task, [...(writes.get(task) ?? []), [channel, value]]);
  for (const [task, own] of writes)
    await saver.putWrites(checkpointConfig(to, checkpoint.id, namespace), own, task);
}
