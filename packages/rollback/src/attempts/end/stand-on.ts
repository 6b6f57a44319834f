import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";

import type { AttemptRecord } from "../../history/attempt-record.ts";
import { readJournal, recordsOfRun } from "../../history/journal.ts";
import { isShared } from "../../langgraph/task-identity.ts";
import { checkpointConfig, checkpointTuple } from "../../langgraph/thread.ts";
import { fence } from "../../locking/fence.ts";
import type { HeldLease } from "../../locking/take-thread.ts";
import { patiently } from "../../recording/patiently.ts";
import { forkEnd } from "../../rewinding/fork-end.ts";
import { memoryAtEnd, restoreMemory } from "../../rewinding/memory-point.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { stampedAttempt, withAttemptStamp } from "../../steps/attempt-stamp.ts";
import { readsOf, type AttemptReads } from "../attempt/attempt-reads.ts";

/**
 * @internal Lets a thread continue from the end of the attempt that its run's last record names. Repeated after a crash, it makes the same fork. The other
 * attempts stay as they are.
 *
 * @param reads of the run's last attempt
 */
export async function standOn(
  context: RollbackContext,
  threadId: string,
  { run, stands, records, reads }: StandingRun,
): Promise<void> {
  const { graph, saver } = context;
  const { attempt, fork } = stands;
  const head = records.find((record) => record.attempt === attempt)?.head;
  const last = await checkpointTuple(saver, threadId, head);
  const later = records.filter((record) => record.attempt >= attempt);
  for (const namespace of await rememberedIn(later, reads)) {
    const point = await memoryAtEnd(saver, threadId, namespace, { run, attempt, head: last.checkpoint.id });
    await restoreMemory(saver, threadId, point, withAttemptStamp({}, { run, attempt }));
  }
  const end = { graph, saver, threadId, attempt: { run, attempt }, last };
  await forkEnd(end, fork, "stands");
}

interface StandingRun {
  readonly run: string;
  readonly stands: NonNullable<AttemptRecord["stands"]>;
  /** Of the run. */
  readonly records: readonly AttemptRecord[];
  readonly reads: Pick<AttemptReads, "trajectory">;
}

/** Namespaces of the subgraphs that remember from run to run, as far as attempts have run them. */
async function rememberedIn(
  records: readonly AttemptRecord[],
  reads: Pick<AttemptReads, "trajectory">,
): Promise<ReadonlySet<string>> {
  const undone = records.flatMap(({ rewind }) => rewind?.memory ?? []);
  const { steps } = await reads.trajectory();
  const ran = steps.flatMap(({ enclosing, origin }) => [...enclosing, origin]);
  return new Set([...undone, ...ran].map(({ namespace }) => namespace).filter(isShared));
}

/**
 * @internal Lets a thread continue where its run's last record says, if the process that wrote it died before doing so. If the checkpointer refuses,
 * the last attempt stands.
 *
 * @param head the thread's newest checkpoint
 * @returns id of the thread's new head, if it has one
 */
export async function completeStand(
  context: RollbackContext,
  threadId: string,
  lease: HeldLease,
  signal: AbortSignal | undefined,
  head: CheckpointTuple,
): Promise<string | undefined> {
  const { saver, options } = context;
  if (options.onFailure !== "best") return undefined;
  try {
    const stamp = stampedAttempt({ ...head.metadata });
    // The first attempt of a run stands without a fork.
    if (stamp === undefined || stamp.attempt === 1) return undefined;
    const records = recordsOfRun((await readJournal(saver, threadId)).records, stamp.run);
    const { stands, head: end = "" } = records.at(-1) ?? {};
    if (stands === undefined || (await saver.getTuple(checkpointConfig(threadId, stands.fork))) !== undefined)
      return undefined;
    await fence(saver, threadId, head.checkpoint.id, lease);
    const reads = readsOf(context, threadId, end);
    await patiently(() => standOn(context, threadId, { run: stamp.run, stands, records, reads }), signal);
    return stands.fork;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}
