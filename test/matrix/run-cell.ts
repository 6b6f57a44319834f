import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

import { INTERRUPT } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { readHistory, replanNote, withRollback, type AttemptRecord } from "langgraph-rollback";
import { toSet } from "langgraph-rollback/policies";

import { aimAt, calibration } from "./aim.ts";
import { Counter } from "./counter.ts";
import { plain } from "./plain.ts";
import type { MatrixGraph, Shape } from "./shape.ts";
import { storedOf } from "./stored.ts";

/** Observations in one cell of the matrix. */
export interface Evidence {
  /** The first failed attempt's record. */
  readonly failed: AttemptRecord | undefined;
  readonly statuses: readonly string[];
  /** How often more than the right run it waited for a human. */
  readonly waitedAgain: number;
  /** How often each node ran once the last failure had happened. */
  readonly reran: Readonly<Record<string, number>>;
  /** Contents of the store at each failure, and in the end. */
  readonly before: readonly ReadonlyMap<string, string>[];
  readonly after: ReadonlyMap<string, string>;
  /** Outputs and states, of the run that was rolled back and of the right one. */
  readonly rolledBack: RunResult;
  readonly right: RunResult;
  /** How often each node runs in the right run. */
  readonly rightRan: Readonly<Record<string, number>>;
}

/** Outputs and stored state of a run, without the note. */
export interface RunResult {
  readonly outputs: unknown;
  readonly state: unknown;
  readonly next: readonly string[];
  readonly memories: readonly unknown[];
}

/**
 * Runs a shape over a store twice: rightly without interruption, and failing until its note is seen.
 *
 * @param failures attempts that fail; all but the first although they see a note
 */
export async function runCell(
  shape: Shape,
  open: () => BaseCheckpointSaver,
  failures: 1 | 2 = 1,
): Promise<Evidence> {
  shape.forget?.();
  const right = await runRight(shape, open);
  const counter = new Counter();
  const before: ReadonlyMap<string, string>[] = [];
  const config = threadConfig();
  const { thread_id } = config.configurable;
  const graph: MatrixGraph = withRollback(
    shape.build({
      checkpointer: open(),
      ran: (node) => counter.add(node),
      verdict: (told) => (told && before.length >= failures ? "right" : "wrong"),
    }),
    {
      verify: ({ output }) =>
        right.given.some((given) => isDeepStrictEqual(given, plain(output, shape.noteChannel))),
      scorer: aimAt(shape.start),
      calibration: await calibration(),
      maxRollbacks: failures,
      policy: toSet(),
      ...(shape.noteChannel === undefined ? {} : { noteChannel: shape.noteChannel }),
      // Called when an attempt has failed, before anything is written.
      replan: async (failure) => {
        before.push(await storedOf(open(), thread_id));
        counter.reset();
        return replanNote(failure);
      },
    },
  );
  const waits = { count: 0 };
  const outputs = await shape.play(countingWaits(graph, waits), config);
  const history = (await readHistory(graph, config)).toReversed();
  const attempts = history.flatMap((run) => run.attempts);
  return {
    failed: attempts.find(({ decision }) => decision !== "accept"),
    statuses: history.map(({ status, reason }) => (status === "gave-up" ? `${status}: ${reason}` : status)),
    waitedAgain: waits.count - right.waited,
    reran: counter.counts(),
    before,
    after: await storedOf(open(), thread_id),
    rolledBack: await resultOf(shape, open(), thread_id, outputs),
    right: right.result,
    rightRan: right.ran,
  };
}

/** The run that does not err: no rollback, a thread of its own, the same store. */
async function runRight(shape: Shape, open: () => BaseCheckpointSaver) {
  const config = threadConfig();
  const counter = new Counter();
  const graph = shape.build({
    checkpointer: open(),
    ran: (node) => counter.add(node),
    verdict: () => "right",
  });
  const waits = { count: 0 };
  const outputs = await shape.play(countingWaits(graph, waits), config);
  const ran = counter.counts();
  const result = await resultOf(shape, open(), config.configurable.thread_id, outputs);
  return {
    given: outputs.map((output) => plain(output, shape.noteChannel)),
    result,
    ran,
    waited: waits.count,
  };
}

/** A graph as it is, whose calls are counted that return because they wait for a human. */
function countingWaits(graph: MatrixGraph, waits: { count: number }): MatrixGraph {
  const counting = {
    invoke: async (...args: Parameters<MatrixGraph["invoke"]>) => {
      const output = await graph.invoke(...args);
      if (typeof output === "object" && output !== null && INTERRUPT in output) waits.count += 1;
      return output;
    },
    getState: (...args: Parameters<MatrixGraph["getState"]>) => graph.getState(...args),
  };
  return Object.assign(Object.create(graph), counting);
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
