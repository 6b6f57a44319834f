import { Command } from "@langchain/langgraph";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { readHistory, readTrajectory, resumeRollback, rollbackGraph } from "langgraph-rollback";

import { plain } from "../matrix/plain.ts";
import type { MatrixGraph, Shape } from "../matrix/shape.ts";
import { bareGraph, guardedGraph } from "./grown-thread.ts";

/** Place at which a thread is continued. */
interface Place {
  readonly shape: Shape;
  readonly saver: BaseCheckpointSaver;
  readonly config: RunnableConfig & { readonly configurable: { readonly thread_id: string } };
}

type Way = (place: Place) => Promise<unknown>;

/** The ways in which a thread goes on. */
export const waysOn = {
  "a new turn": ({ shape, saver, config }) => shape.play(bareGraph(shape, saver), config),
  "a new turn with rollback": ({ shape, saver, config }) => shape.play(guardedGraph(shape, saver, 1), config),
  "a resumed run": ({ shape, saver, config }) => bareGraph(shape, saver).invoke(null, config),
  "a resumed run with rollback": ({ shape, saver, config }) =>
    guardedGraph(shape, saver, 1).invoke(null, config),
  resumeRollback: ({ shape, saver, config }) => resumeRollback(guardedGraph(shape, saver, 1), config),
  "updateState, and a resumed run with rollback": async ({ shape, saver, config }) => {
    const graph = compiledIn(guardedGraph(shape, saver, 1));
    await call(graph, "updateState", config, {}, firstNode(graph));
    return call(graph, "invoke", null, config);
  },
  "time travel": async ({ shape, saver, config }) => {
    const graph = bareGraph(shape, saver);
    const ids: unknown[] = [];
    let at = await saver.getTuple(config);
    while (at !== undefined) {
      ids.push(at.checkpoint.id);
      if (at.metadata?.source === "input" || at.parentConfig === undefined) break;
      at = await saver.getTuple(at.parentConfig);
    }
    const checkpoint_id = ids[Math.floor(ids.length / 2)];
    return graph.invoke(null, { configurable: { ...config.configurable, checkpoint_id } });
  },
  rollbackGraph: async ({ shape, saver, config }) => {
    const asked: unknown[] = [];
    const asking = { invoke: (input: unknown) => Promise.reject(asked.push(input)) };
    await shape.play({ ...bareGraph(shape, saver), ...asking }, config).catch(() => {});
    const outer = rollbackGraph(bareGraph(shape, saver), { verify: () => true }).compile();
    return (await outer.invoke({ input: asked[0], threadId: config.configurable.thread_id })).output;
  },
  "an answer": ({ shape, saver, config }) =>
    guardedGraph(shape, saver, 0).invoke(new Command({ resume: "the first" }), config),
} satisfies Readonly<Record<string, Way>>;

export type WayOn = keyof typeof waysOn;

/** An agent has its graph in a field. */
function compiledIn(graph: MatrixGraph): object {
  const inner: unknown = Reflect.get(graph, "graph");
  return typeof inner === "object" && inner !== null && "nodes" in inner ? inner : graph;
}

const firstNode = (graph: object): string =>
  Object.keys(Object(Reflect.get(graph, "nodes"))).find((name) => !name.startsWith("__")) ?? "";

const call = (graph: object, method: string, ...args: readonly unknown[]): Promise<unknown> =>
  Promise.resolve(Reflect.apply(Reflect.get(graph, method), graph, args));

/** A thread after it has gone on: outputs or the error, state, steps and history. Without what two runs never share. */
export async function goneOn(
  way: WayOn,
  shape: Shape,
  saver: BaseCheckpointSaver,
  thread_id: string,
): Promise<unknown> {
  const config = { configurable: { thread_id } };
  const output = await waysOn[way]({ shape, saver, config }).catch((error: unknown) => String(error));
  const { values, next } = await bareGraph(shape, saver).getState(config);
  const { steps } = await readTrajectory(saver, config);
  const history = await readHistory(saver, config);
  const told = {
    output: plain(output, shape.noteChannel),
    state: plain(values, shape.noteChannel),
    next,
    // Called tasks that nobody has recorded come in the order of their ids, which are random.
    steps: steps
      .map(({ agent, content, error }) => JSON.stringify([agent, content, error?.message]))
      .toSorted(),
    history: history.map(({ attempts, problems, reason, status }) => ({
      status,
      reason,
      attempts: attempts.map(({ decision, rewind }) => ({
        decision,
        step: rewind?.step,
        kept: rewind?.kept,
      })),
      problems: problems.map(({ problem }) => problem.code),
    })),
  };
  const text: unknown = JSON.parse(
    JSON.stringify(told)
      .replaceAll(thread_id, "THREAD")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}/g, "ID")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
      .replaceAll(/elapsed: \d+ms/g, "elapsed"),
  );
  return text;
}
