import { randomUUID } from "node:crypto";

import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { RecordingSaver } from "../recording/recording-saver.ts";

/** Names a thread, and one of its checkpoints. */
export interface ThreadConfig {
  readonly configurable: {
    readonly thread_id: string;
    readonly checkpoint_ns?: string;
    readonly checkpoint_id?: string;
  };
}

/** @internal The checkpointer under test, for the length of one test. */
export interface CheckpointerUnderTest {
  /** Opens the checkpointer as another process would, and records. */
  readonly open: () => Promise<RecordingSaver>;
  /** A thread that no other test uses. */
  readonly thread: ThreadConfig;
}

/** @internal Runs a test over a checkpointer: its threads are its own, and what it opened is closed. */
export async function overCheckpointer<Saver extends BaseCheckpointSaver>(
  makeSaver: () => Saver | Promise<Saver>,
  close: (saver: Saver) => unknown,
  test: (tested: CheckpointerUnderTest) => Promise<void>,
): Promise<void> {
  const opened: Saver[] = [];
  const open = async (): Promise<RecordingSaver> => {
    const saver = await makeSaver();
    opened.push(saver);
    return new RecordingSaver(saver);
  };
  const thread = { configurable: { thread_id: randomUUID() } };
  try {
    await test({ open, thread });
    await opened[0]?.deleteThread(thread.configurable.thread_id);
  } finally {
    for (const saver of new Set(opened)) await close(saver);
  }
}

/** @internal The config of one checkpoint of the outermost graph. */
export function at(thread: ThreadConfig, checkpointId = ""): ThreadConfig {
  return { configurable: { ...thread.configurable, checkpoint_ns: "", checkpoint_id: checkpointId } };
}

/** @internal Everything that is stored of the outermost graph, by checkpoint id, oldest first. */
export async function storedCheckpoints(
  saver: BaseCheckpointSaver,
  { configurable }: ThreadConfig,
): Promise<ReadonlyMap<string, CheckpointTuple>> {
  const listed: CheckpointTuple[] = [];
  for await (const tuple of saver.list({ configurable: { ...configurable, checkpoint_ns: "" } }))
    listed.push(tuple);
  return new Map(listed.toReversed().map((tuple) => [tuple.checkpoint.id, tuple]));
}

/** @internal Declares one test over a checkpointer. */
export type CheckpointerTest = (
  title: string,
  test: (tested: CheckpointerUnderTest) => Promise<void>,
) => void;
