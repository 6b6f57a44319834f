import { randomUUID } from "node:crypto";

import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { readHistory, withRollback, type AttemptRecord } from "langgraph-rollback";
import { toSet } from "langgraph-rollback/policies";

import { aimAt, calibration } from "./aim.ts";
import { Counter } from "./counter.ts";
import { plain } from "./plain.ts";
import type { MatrixGraph, Shape } from "./shape.ts";
import { stepsOf } from "./steps-of.ts";
import { streamingInvoke } from "./streaming-invoke.ts";

/** A graph that errs, as somebody sees it. */
export interface Seen {
  /** Output of each turn, or the exception that ended it. */
  readonly outputs: unknown;
  readonly chunks: readonly unknown[];
  /** How often each node ran. */
  readonly ran: Readonly<Record<string, number>>;
  /** The thread's checkpoints, oldest first. */
  readonly steps: readonly unknown[];
}

/** The same of the bare graph and of one that is only observed, and what is told of that one. */
export interface Observed {
  readonly bare: Seen;
  readonly observed: Seen;
  readonly records: readonly AttemptRecord[];
}

/**
 * Runs a shape that errs twice over a store: as it is, and only observed, with a verifier that rejects everything.
 *
 * @param isStreamed whether its chunks are read; else it is invoked
 */
export async function runObserved(
  shape: Shape,
  open: () => BaseCheckpointSaver,
  isStreamed: boolean,
): Promise<Observed> {
  const asItIs = (graph: MatrixGraph): MatrixGraph => graph;
  // Some shapes have a cache, which the first run fills.
  if (/cache/.test(shape.name)) await seen(shape, open, isStreamed, asItIs);
  const bare = await seen(shape, open, isStreamed, asItIs);
  const calibrated = await calibration();
  const observed = await seen(shape, open, isStreamed, (graph) =>
    withRollback(graph, {
      mode: "observe",
      onFailure: "error",
      verify: () => ({ ok: false, reason: "the verifier rejects everything" }),
      scorer: aimAt(shape.start),
      calibration: calibrated,
      policy: toSet(),
      ...(shape.noteChannel === undefined ? {} : { noteChannel: shape.noteChannel }),
    }),
  );
  const history = await readHistory(open(), observed.config);
  return { bare: bare.seen, observed: observed.seen, records: history.flatMap(({ attempts }) => attempts) };
}

async function seen(
  shape: Shape,
  open: () => BaseCheckpointSaver,
  isStreamed: boolean,
  wrap: (graph: MatrixGraph) => MatrixGraph,
): Promise<{ readonly seen: Seen; readonly config: RunnableConfig }> {
  const config = { configurable: { thread_id: `matrix-${randomUUID()}` } };
  const counter = new Counter();
  const graph = wrap(
    shape.build({ checkpointer: open(), ran: (node) => counter.add(node), verdict: () => "wrong" }),
  );
  const chunks: unknown[] = [];
  const played = shape.play(isStreamed ? streamingInvoke(graph, chunks) : graph, config);
  const outputs = await played.then((given) => given.map((each) => plain(each)), String);
  const steps = await stepsOf(open(), config);
  return { seen: withoutRandom({ outputs, chunks, ran: counter.counts(), steps }), config };
}

/** The same without ids that are random, those of interrupts, and times that were measured. */
function withoutRandom(all: Seen): Seen {
  const text = JSON.stringify(all).replaceAll(/\b[\da-f]{32}\b|elapsed: \d+/g, "<random>");
  const rest: Seen = JSON.parse(text);
  return rest;
}
