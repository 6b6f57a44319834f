import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { readHistory, replanNote, withRollback, type AttemptRecord } from "langgraph-rollback";

import { aimAt, calibration } from "./aim.ts";
import { plain } from "./plain.ts";
import type { MatrixGraph, Shape } from "./shape.ts";
import { storedOf } from "./stored.ts";

/** What one cell of the matrix showed. */
export interface Evidence {
  /** The failed attempt's record. */
  readonly failed: AttemptRecord | undefined;
  readonly statuses: readonly string[];
  /** How often each node ran once the first attempt had failed. */
  readonly reran: Readonly<Record<string, number>>;
  /** What the store held when the first attempt had failed, and what it held in the end. */
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  /** Outputs and states, of the run that was rolled back and of the right one. */
  readonly rolledBack: RunResult;
  readonly right: RunResult;
}

/** What a run gave and left, without the note. */
export interface RunResult {
  readonly outputs: unknown;
  readonly state: unknown;
  readonly next: readonly string[];
  readonly memories: readonly unknown[];
}

/** Runs a shape over a store twice: rightly without interruption, and failing until its note is seen. */
export async function runCell(shape: Shape, open: () => BaseCheckpointSaver): Promise<Evidence> {
  const right = await runRight(shape, open);
  const counts = new Map<string, number>();
  const atFailure = new Map<string, number>();
  let before: ReadonlyMap<string, string> = new Map();
  const saver = open();
  const config = threadConfig();
  const { thread_id } = config.configurable;
  const graph: MatrixGraph = withRollback(
    shape.build({
      checkpointer: saver,
      ran: (node) => void counts.set(node, (counts.get(node) ?? 0) + 1),
      verdict: (told) => (told ? "right" : "wrong"),
    }),
    {
      verify: ({ output }) =>
        right.given.some((given) => isDeepStrictEqual(given, plain(output, shape.noteChannel))),
      scorer: aimAt(shape.start),
      calibration: await calibration(),
      maxRollbacks: 1,
      ...(shape.noteChannel === undefined ? {} : { noteChannel: shape.noteChannel }),
      // Asked when an attempt has failed, before anything is written.
      replan: async (failure) => {
        before = await storedOf(open(), thread_id);
        for (const [node, count] of counts) atFailure.set(node, count);
        return replanNote(failure);
      },
    },
  );
  const outputs = await shape.play(graph, config);
  const history = await readHistory(graph, config);
  const after = await storedOf(open(), thread_id);
  const reran = [...counts].map(([node, count]) => [node, count - (atFailure.get(node) ?? 0)] as const);
  const attempts = history.flatMap((run) => run.attempts);
  return {
    failed: attempts.find(({ decision }) => decision !== "accept"),
    statuses: history.map(({ status, reason }) => (status === "gave-up" ? `${status}: ${reason}` : status)),
    reran: Object.fromEntries(reran.filter(([, count]) => count > 0)),
    before,
    after,
    rolledBack: await resultOf(shape, open(), thread_id, outputs),
    right: right.result,
  };
}

/** The run that does not err: no rollback, a thread of its own, the same store. */
async function runRight(shape: Shape, open: () => BaseCheckpointSaver) {
  const config = threadConfig();
  const graph = shape.build({ checkpointer: open(), ran: () => {}, verdict: () => "right" });
  const outputs = await shape.play(graph, config);
  const result = await resultOf(shape, open(), config.configurable.thread_id, outputs);
  return { given: outputs.map((output) => plain(output, shape.noteChannel)), result };
}

/** Reads a thread as another process would: with a graph of its own. */
async function resultOf(
  { build, noteChannel, memories = [] }: Shape,
  saver: BaseCheckpointSaver,
  threadId: string,
  outputs: readonly unknown[],
): Promise<RunResult> {
  const graph = build({ checkpointer: saver, ran: () => {}, verdict: () => "right" });
  const { values, next } = await graph.getState({ configurable: { thread_id: threadId } });
  const kept: unknown[] = [];
  for (const checkpoint_ns of memories) {
    const tuple = await saver.getTuple({ configurable: { thread_id: threadId, checkpoint_ns } });
    const state = Object.entries(tuple?.checkpoint.channel_values ?? {});
    kept.push(
      plain(
        Object.fromEntries(state.filter(([name]) => !name.includes(":") && !name.startsWith("__"))),
        noteChannel,
      ),
    );
  }
  return {
    outputs: outputs.map((output) => plain(output, noteChannel)),
    state: plain(values, noteChannel),
    next,
    memories: kept,
  };
}

const threadConfig = () => ({ configurable: { thread_id: `matrix-${randomUUID()}` } });
