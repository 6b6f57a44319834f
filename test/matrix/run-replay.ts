import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { type AttemptRecord, readHistory, readTrajectory, withRollback } from "langgraph-rollback";
import { type Baseline, replay, replayBaseline, type Replay } from "langgraph-rollback/replay";

import { Counter } from "./counter.ts";
import { plain } from "./plain.ts";
import type { MatrixGraph, Shape } from "./shape.ts";
import { storedOf } from "./stored.ts";

/** A run that erred and was only observed, and its replay from the step that a shape names. */
export interface ReplayedCell {
  readonly again: Replay;
  /** How often each node ran in the replay, and how often it should have run; `undefined` where that is told of several turns. */
  readonly reran: Readonly<Record<string, number>> | undefined;
  readonly due: Readonly<Record<string, number>> | undefined;
  /** Contents of the store before and after. */
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

/** Runs a shape that errs over a store, and replays it with the note of a retry. Tools may run: they are the shape's own. */
export async function runReplay(shape: Shape, open: () => BaseCheckpointSaver): Promise<ReplayedCell> {
  const right = await shape.play(
    shape.build({ checkpointer: open(), ran: () => {}, verdict: () => "right" }),
    threadConfig(),
  );
  const given = right.map((output) => plain(output, shape.noteChannel));
  const verify = ({ output }: { readonly output: unknown }) =>
    given.some((each) => isDeepStrictEqual(each, plain(output, shape.noteChannel)));
  const counter = new Counter();
  const config = threadConfig();
  const { thread_id } = config.configurable;
  const named = shape.noteChannel === undefined ? {} : { noteChannel: shape.noteChannel };
  const graph: MatrixGraph = withRollback(
    shape.build({
      checkpointer: open(),
      ran: (node) => counter.add(node),
      verdict: (told) => (told ? "right" : "wrong"),
    }),
    { verify, mode: "observe", ...named },
  );
  await shape.play(graph, config).catch(() => {});
  const failed = (await readHistory(graph, config)).flatMap(({ attempts }) => attempts).findLast(isFailed);
  const at = { configurable: { thread_id, checkpoint_id: failed?.head } };
  const { steps } = await readTrajectory(graph, at);
  const from = steps.filter(({ origin }) => origin.node === shape.start.node)[shape.start.nth ?? 0]?.index;
  if (from === undefined) throw new Error(`No step of ${shape.start.node} among ${steps.length}.`);
  counter.reset();
  const before = await storedOf(open(), thread_id);
  const [again] = await replay(graph, at, { from, tools: { "*": "run" } });
  if (again === undefined) throw new Error("It was not replayed.");
  const isOne = right.length === 1;
  return {
    again,
    reran: isOne ? counter.counts() : undefined,
    due: isOne ? shape.reruns : undefined,
    before,
    after: await storedOf(open(), thread_id),
  };
}

const isFailed = ({ outcome }: AttemptRecord): boolean => outcome?.ok === false;

const threadConfig = () => ({ configurable: { thread_id: `matrix-${randomUUID()}` } });

/** Runs a shape rightly over a store while its answers are recorded, and replays it with these alone. */
export async function runBaseline(shape: Shape, open: () => BaseCheckpointSaver): Promise<Baseline> {
  const config = threadConfig();
  const graph: MatrixGraph = withRollback(
    shape.build({
      checkpointer: open(),
      ran: () => {},
      verdict: () => "right",
    }),
    { verify: () => true, mode: "observe", record: { models: true, tools: true } },
  );
  await shape.play(graph, config).catch(() => {});
  return replayBaseline(graph, config);
}
