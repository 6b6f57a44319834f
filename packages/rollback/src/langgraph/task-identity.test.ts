import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { START, StateGraph, type StateSnapshot } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { listed } from "../fixtures/checkpoints.ts";
import { on } from "../fixtures/chain-graph.ts";
import {
  branch,
  commands,
  fanOut,
  input,
  LogState,
  logs,
  loop,
  sends,
  sequence,
} from "../fixtures/graph-shapes.ts";
import {
  identifyTask,
  identityKey,
  isControlChannel,
  sentArgs,
  sentNodes,
  stateValues,
} from "./task-identity.ts";
import { originOf } from "./task-origin.ts";

const deferred = () =>
  new StateGraph(LogState)
    .addNode("a", logs("a"))
    .addNode("last", logs("last"), { defer: true })
    .addEdge(START, "a")
    .addEdge("a", "last");

/** The checkpoint that a snapshot is of. */
async function stored(saver: MemorySaver, snapshot: StateSnapshot) {
  const tuple = await saver.getTuple(snapshot.config);
  if (tuple === undefined) throw new Error("expected the snapshot's checkpoint in the store");
  return tuple;
}

describe("identifyTask", () => {
  it.each([
    { shape: "a sequence", builder: sequence() },
    { shape: "a loop", builder: loop() },
    { shape: "a branch", builder: branch() },
    { shape: "a fan-out and a join", builder: fanOut() },
    { shape: "Sends", builder: sends() },
    { shape: "Commands", builder: commands() },
    { shape: "a deferred node", builder: deferred() },
  ])(
    "finds the node, path and position that LangGraph shows for every task of $shape",
    async ({ builder }) => {
      const saver = new MemorySaver();
      const graph = builder.compile({ checkpointer: saver });
      await graph.invoke(input(), on("t"));
      let compared = 0;
      for await (const snapshot of graph.getStateHistory(on("t"))) {
        const tuple = await stored(saver, snapshot);
        for (const task of snapshot.tasks) {
          const [scheduled, position] = task.path ?? [];
          expect(identifyTask(tuple.checkpoint, originOf(tuple), task.id)).toMatchObject({
            node: task.name,
            path: scheduled === "__pregel_push" ? "push" : "pull",
            position: scheduled === "__pregel_push" ? Number(position) : -1,
          });
          compared += 1;
        }
      }
      expect(compared).toBeGreaterThan(2);
    },
  );

  it("finds the nodes of a subgraph in its own namespace", async () => {
    const saver = new MemorySaver();
    const graph = new StateGraph(LogState)
      .addNode("outer", sequence().compile())
      .addEdge(START, "outer")
      .compile({ checkpointer: saver });
    await graph.invoke(input(), on("t"));
    const found = new Set<string | undefined>();
    for (const tuple of await listed(saver, on("t"))) {
      const origin = originOf(tuple);
      if (origin.namespace === "") continue;
      for (const [taskId] of tuple.pendingWrites ?? [])
        found.add(identifyTask(tuple.checkpoint, origin, taskId)?.node);
    }
    expect(found).toEqual(new Set(["__start__", "a", "b", "c"]));
  });

  it("finds none for a task of another checkpoint", async () => {
    const saver = new MemorySaver();
    const graph = sequence().compile({ checkpointer: saver });
    await graph.invoke(input(), on("t"));
    const [end, beforeC, beforeB] = await listed(saver, on("t"));
    const task = beforeB?.pendingWrites?.[0]?.[0] ?? "";
    expect(end && beforeC && identifyTask(beforeC.checkpoint, originOf(beforeC), task)).toBeUndefined();
  });
});

describe("identityKey", () => {
  it("is the same for the same task in every branch, and the task's id where nothing else is known", () => {
    expect(identityKey({ node: "work", path: "push", position: 2 }, "id-1")).toBe(
      identityKey({ node: "work", path: "push", position: 2 }, "id-2"),
    );
    expect(identityKey(undefined, "id-1")).toBe("id-1");
  });
});

describe("sentNodes and sentArgs", () => {
  it("give the nodes and the frozen arguments of Sends, in the order in which they were sent", async () => {
    const saver = new MemorySaver();
    await sends().compile({ checkpointer: saver }).invoke(input(), on("t"));
    const tuples = await listed(saver, on("t"));
    const sent = tuples.find(({ checkpoint }) => sentNodes(checkpoint).length > 0)?.checkpoint;
    expect(sent && sentNodes(sent)).toEqual(["work", "work", "work"]);
    expect(sent && [0, 1, 2, 3].map((i) => sentArgs(sent, i))).toEqual([
      { part: "z" },
      { part: "y" },
      { part: "x" },
      undefined,
    ]);
  });
});

describe("stateValues", () => {
  it("leaves out what LangGraph keeps for its own control flow", async () => {
    const saver = new MemorySaver();
    await fanOut().compile({ checkpointer: saver }).invoke(input(), on("t"));
    const tuples = await listed(saver, on("t"));
    const channels = new Set(tuples.flatMap(({ checkpoint }) => Object.keys(checkpoint.channel_values)));
    expect([...channels].filter(isControlChannel).length).toBeGreaterThan(2);
    for (const { checkpoint } of tuples)
      expect(["", "log"]).toContain(Object.keys(stateValues(checkpoint)).join());
  });
});
