import type { RunnableConfig } from "@langchain/core/runnables";
import { MemorySaver, type PendingWrite } from "@langchain/langgraph-checkpoint";
import { entrypoint, Send, START, StateGraph, task } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { listed } from "../fixtures/checkpoints.ts";
import { on } from "../fixtures/chain-graph.ts";
import { input, LogState, logs } from "../fixtures/graph-shapes.ts";
import { RecordingSaver, withRollback } from "../index.ts";
import { taskPathsIn } from "./task-path.ts";

/** Notes the path that LangGraph gives with the writes of each task. */
class PathSaver extends RecordingSaver {
  readonly paths = new Map<string, string>();

  override async putWrites(...args: [RunnableConfig, PendingWrite[], string, ...unknown[]]): Promise<void> {
    const [config, writes, taskId, path] = args;
    if (typeof path === "string" && path !== "") this.paths.set(taskId, path);
    await super.putWrites(config, writes, taskId, String(path));
  }
}

/** A checkpointer of before LangGraph 1.5, which keeps no paths. */
const open = (): PathSaver => new PathSaver(new MemorySaver());

/** The paths that LangGraph gave to tasks, and those that are told from what is stored. */
async function paths(saver: PathSaver) {
  const tuples = await listed(saver, on("t"));
  const derived = new Map(tuples.flatMap((tuple) => [...taskPathsIn(tuple, saver.taskNames)]));
  return [...saver.paths].map(([taskId, path]) => [path, derived.get(taskId)]);
}

/** From LangGraph 1.5 on. What it brings keeps the paths that it is given. */
const areGiven = new MemorySaver().putWrites.length > 3;

async function expectSame(saver: PathSaver, tasks: number): Promise<void> {
  const compared = await paths(saver);
  expect(compared.length).toBe(areGiven ? tasks : 0);
  for (const [given, derived] of compared) expect(derived).toBe(given);
}

/** LangGraph refuses "|" and ":" in them. */
const names = ["a", "b, c", "~d", "e f/g", "ünï", "0000000001", "join+x", "日本", "😀"];

describe("taskPathOf gives the path that LangGraph gives to putWrites", () => {
  it("of nodes, whatever characters their names have", async () => {
    const saver = open();
    const builder = new StateGraph(LogState).addNode(
      Object.fromEntries(names.map((name) => [name, logs(name)])),
    );
    for (const name of names) builder.addEdge(START, name);
    await builder.compile({ checkpointer: saver }).invoke(input(), on("t"));
    await expectSame(saver, names.length + 1);
  });

  it("of Sends and of error handlers, also those of Sends", async () => {
    const saver = open();
    const breaks = () => {
      throw new RangeError("it broke");
    };
    const graph = new StateGraph(LogState)
      .addNode("plan", logs("plan"))
      .addNode("work", breaks, { errorHandler: logs("handled") })
      .addNode("beside", breaks)
      .setNodeDefaults({ errorHandler: logs("handled") })
      .addEdge(START, "plan")
      .addConditionalEdges(
        "plan",
        () => ["beside", ...Array.from({ length: 11 }, () => new Send("work", {}))],
        ["work", "beside"],
      )
      .compile({ checkpointer: saver });
    await graph.invoke(input(), on("t"));
    await expectSame(saver, 2 + 2 * 12);
  });

  it("of tasks that others call, two deep", async () => {
    const saver = open();
    const inner = task("inner", async (value: number) => value + 1);
    const outer = task("outer", async (value: number) => (await inner(value)) + (await inner(value)));
    const graph = entrypoint(
      { name: "workflow", checkpointer: saver },
      async (value: number) => (await outer(value)) + (await inner(value)),
    );
    await withRollback(graph, { verify: () => true }).invoke(1, on("t"));
    await expectSame(saver, 5);
  });

  it("of what updateState writes, as one task or as several", async () => {
    const saver = open();
    const graph = new StateGraph(LogState)
      .addNode("a", logs("a"))
      .addNode("b", logs("b"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .compile({ checkpointer: saver });
    await graph.invoke(input(), on("t"));
    saver.paths.clear();
    await graph.updateState(on("t"), { log: ["one"] }, "a");
    await graph.bulkUpdateState(on("t"), [
      {
        updates: [
          { values: { log: ["two"] }, asNode: "a" },
          { values: { log: ["three"] }, asNode: "b" },
        ],
      },
    ]);
    await expectSame(saver, 3);
  });
});
