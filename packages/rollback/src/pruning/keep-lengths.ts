import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { CheckpointNotFoundError } from "../errors/checkpoint-not-found-error.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { recordsOfRun, type Journal } from "../history/journal.ts";
import { nextVersion } from "../langgraph/next-version.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { readTrajectory } from "../reading/read-trajectory.ts";
import { HISTORY_NAMESPACE } from "../recording/history-namespace.ts";
import { innerSaver } from "../recording/recording-saver.ts";
import { listTolerantly } from "../recording/tolerant-reads.ts";

/** An attempt whose steps are about to go, and how many there were. */
interface Length {
  readonly head: string;
  readonly steps: number;
}

/**
 * @internal Writes into the records of attempts whose steps are about to go how many steps they had, where no record tells: `readAgentHistory` counts successes by their
 * length, and would know of failures only. Each record is replaced by itself, in its place.
 *
 * @param isBroken whether the steps up to a checkpoint can be read now, and soon cannot
 * @returns whether it has written anything
 */
export async function keepLengths(
  saver: BaseCheckpointSaver,
  threadId: string,
  { records, runs }: Journal,
  isBroken: (id: string) => boolean,
): Promise<boolean> {
  const lengths: Length[] = [];
  for (const run of runs) {
    const attempts = recordsOfRun(records, run);
    for (const [i, record] of attempts.entries()) {
      if (record.spent !== undefined || record.outcome === undefined || !isBroken(record.head)) continue;
      const steps = await stepsOf(saver, threadId, record, attempts[i - 1]);
      if (steps !== undefined) lengths.push({ head: record.head, steps });
    }
  }
  if (lengths.length === 0) return false;
  const config = checkpointConfig(threadId, undefined, HISTORY_NAMESPACE);
  const entries: CheckpointTuple[] = [];
  for await (const entry of listTolerantly(innerSaver(saver), config)) entries.push(entry);
  for (const entry of entries) {
    const record: unknown = entry.checkpoint.channel_values["attempt"];
    const head: unknown = Reflect.get(Object(record), "head");
    const length = lengths.find((each) => each.head === head);
    if (length !== undefined)
      await replace(innerSaver(saver), threadId, entry, {
        ...Object(record),
        spent: { steps: length.steps },
      });
  }
  return true;
}

/** `undefined` where some of them are gone already. */
async function stepsOf(
  saver: BaseCheckpointSaver,
  threadId: string,
  { head }: AttemptRecord,
  before: AttemptRecord | undefined,
): Promise<number | undefined> {
  try {
    const { steps } = await readTrajectory(saver, checkpointConfig(threadId, head));
    return steps.length - (before?.rewind?.kept ?? 0);
  } catch (error) {
    if (error instanceof CheckpointNotFoundError) return undefined;
    throw error;
  }
}

/** A checkpointer that keeps values by version has to be given a new one. */
async function replace(
  saver: BaseCheckpointSaver,
  threadId: string,
  { checkpoint, metadata, parentConfig }: CheckpointTuple,
  record: object,
): Promise<void> {
  const version = nextVersion(saver, checkpoint.channel_versions);
  const versions = { attempt: version };
  await saver.put(
    parentConfig ?? checkpointConfig(threadId, undefined, HISTORY_NAMESPACE),
    { ...checkpoint, channel_values: { attempt: record }, channel_versions: versions },
    metadata ?? { source: "update", step: 0, parents: {} },
    versions,
  );
}
