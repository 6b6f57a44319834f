import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { z } from "zod";

import { appendValue } from "./append-value.ts";
import type { AttemptRecord } from "./attempt-record.ts";
import { attemptRecordSchema } from "./attempt-record-schema.ts";
import { HistoryFormatError } from "./errors/history-format-error.ts";
import { checkpointConfig } from "./thread.ts";

/**
 * @internal The checkpoint namespace that keeps a thread's history beside its checkpoints: the same store, gone with the
 * thread, and never seen by LangGraph, which reads its own namespaces only.
 */
export const HISTORY_NAMESPACE = "langgraph-rollback";

const CHANNEL = "attempt";

/** @internal Appends one attempt's record to a thread's history. */
export async function appendRecord(
  saver: BaseCheckpointSaver,
  threadId: string,
  record: AttemptRecord,
): Promise<void> {
  const { at } = record;
  await appendValue(saver, threadId, { namespace: HISTORY_NAMESPACE, channel: CHANNEL, value: record, at });
}

/**
 * @internal All records of a thread, oldest first.
 * @throws {HistoryFormatError} if one cannot be read
 */
export async function readRecords(
  saver: BaseCheckpointSaver,
  threadId: string,
): Promise<readonly AttemptRecord[]> {
  const records: AttemptRecord[] = [];
  for await (const tuple of saver.list(checkpointConfig(threadId, undefined, HISTORY_NAMESPACE))) {
    const parsed = attemptRecordSchema.safeParse(tuple.checkpoint.channel_values[CHANNEL]);
    if (!parsed.success) throw new HistoryFormatError(tuple.checkpoint.id, z.prettifyError(parsed.error));
    records.push(parsed.data);
  }
  return records.toReversed();
}

/**
 * @internal The records of one run, one for each attempt, in order. A process that died between deciding and rewinding
 * may have decided again: the later record counts.
 */
export function recordsOfRun(records: readonly AttemptRecord[], run: string): readonly AttemptRecord[] {
  const latest = new Map(
    records.filter((record) => record.run === run).map((record) => [record.attempt, record]),
  );
  return [...latest.values()].toSorted((a, b) => a.attempt - b.attempt);
}
