import { AIMessage } from "@langchain/core/messages";
import { RunnableLambda, type Runnable } from "@langchain/core/runnables";
import { Annotation, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { fakeModel } from "langchain";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { namesIn, RunTree } from "../fixtures/run-tree.ts";
import { withRollback } from "../index.ts";

const told = { verify: nothingWrong, noteChannel: "note" };
const recovering = () => chainGraph({ b: untilTold("b") }).builder.compile({ name: "chain" });
const ATTEMPTS = [
  ["attempt 1", "a", "b", "c"],
  ["attempt 2", "a", "b", "c"],
] as const;
const State = Annotation.Root({ log: Annotation<string[]> });

describe("a trace of a wrapped graph", () => {
  it("has one root with the attempts in it, and the nodes in these", async () => {
    const tree = new RunTree();
    await withRollback(recovering(), told).invoke({ log: [] }, { ...on("t"), callbacks: [tree] });
    expect(tree.roots.map(namesIn)).toEqual([["chain", ...ATTEMPTS]]);
    for (const run of tree.runs) for (const child of run.child_runs) expect(child.parent_run_id).toBe(run.id);
  });

  it("has a root like that of the bare graph", async () => {
    const [bare, wrapped] = [new RunTree(), new RunTree()];
    const call = { tags: ["mine"], metadata: { user: "ann" }, ...on("t") };
    const anew = () =>
      chainGraph()
        .builder.compile({ name: "chain", checkpointer: new MemorySaver() })
        .withConfig({ tags: ["bound"], metadata: { by: "withConfig" } });
    await anew().invoke({ log: [] }, { ...call, callbacks: [bare] });
    await withRollback(anew(), told).invoke({ log: [] }, { ...call, callbacks: [wrapped] });
    const [[expected], [actual]] = [bare.roots, wrapped.roots];
    expect(actual?.name).toBe(expected?.name);
    expect(actual?.tags).toEqual(expected?.tags);
    expect(actual?.inputs).toEqual(expected?.inputs);
    expect(actual?.outputs).toEqual(expected?.outputs);
    expect(actual?.extra?.["metadata"]).toEqual(expected?.extra?.["metadata"]);
  });

  it("marks the attempts with a tag, numbers all that is in them, and keeps the caller's marks", async () => {
    const tree = new RunTree();
    const graph = withRollback(recovering(), told).withConfig({ tags: ["bound"] });
    await graph.invoke({ log: [] }, { callbacks: [tree], tags: ["mine"], metadata: { user: "ann" } });
    const marked = tree.runs.filter(({ tags }) => tags?.includes("rollback"));
    expect(marked.map(({ name }) => name)).toEqual(["attempt 1", "attempt 2"]);
    for (const { tags, extra } of marked) {
      expect(tags).toEqual(expect.arrayContaining(["mine", "bound"]));
      expect(extra?.["metadata"]).toMatchObject({ user: "ann" });
    }
    const numbers = tree.named("b").map(({ extra }) => extra?.["metadata"]?.["rollback_attempt"]);
    expect(numbers).toEqual([1, 2]);
  });

  it("has a model that the verifier asks under the call, outside of the attempts", async () => {
    const tree = new RunTree();
    const judge = fakeModel().respond(new AIMessage("no")).respond(new AIMessage("yes"));
    const graph = withRollback(recovering(), {
      noteChannel: "note",
      verify: async () => (await judge.invoke("Is it right?")).text === "yes",
    });
    await graph.invoke({ log: [] }, { callbacks: [tree] });
    const [first, second] = ATTEMPTS;
    expect(tree.roots.map(namesIn)).toEqual([["chain", first, judge.getName(), second, judge.getName()]]);
  });

  it("leaves what that model says out of the messages that a graph around it streams", async () => {
    const judge = new FakeListChatModel({ responses: ["hush"] });
    const speaker = new FakeListChatModel({ responses: ["hello"] });
    const inner = withRollback(
      new StateGraph(MessagesAnnotation)
        .addNode("speak", async ({ messages }) => ({ messages: [await speaker.invoke(messages)] }))
        .addEdge(START, "speak")
        .compile(),
      { verify: async () => (await judge.invoke("Is it right?")).text === "hush" },
    );
    const outer = new StateGraph(MessagesAnnotation)
      .addNode("agent", async () => ({ messages: (await inner.invoke({ messages: [] })).messages }))
      .addEdge(START, "agent")
      .compile();
    let said = "";
    for await (const [message] of await outer.stream({ messages: [] }, { streamMode: "messages" }))
      said += message.text;
    expect(said).toBe("hello");
  });

  it("ends with the exception that the call ends with", async () => {
    const tree = new RunTree();
    const { builder } = chainGraph({ b: () => Promise.reject(new RangeError("b broke")) });
    const graph = withRollback(builder.compile(), { ...told, maxRollbacks: 1 });
    await expect(graph.invoke({ log: [] }, { callbacks: [tree] })).rejects.toThrow("b broke");
    expect(tree.roots.map(({ error }) => error)).toEqual([expect.stringContaining("b broke")]);
    expect(tree.roots[0]?.child_runs.map(({ error }) => error)).toEqual([
      expect.stringContaining("b broke"),
      expect.stringContaining("b broke"),
    ]);
  });
});

describe("a trace of what calls a wrapped graph", () => {
  it("has it where it was called: in a node", async () => {
    const tree = new RunTree();
    const inner = withRollback(recovering(), told);
    const outer = new StateGraph(State)
      .addNode("agent", async ({ log }) => ({ log: (await inner.invoke({ log })).log }))
      .addEdge(START, "agent")
      .compile({ name: "outer", checkpointer: new MemorySaver() });
    await outer.invoke({ log: [] }, { ...on("outer"), callbacks: [tree] });
    expect(tree.roots.map(namesIn)).toEqual([["outer", ["agent", ["chain", ...ATTEMPTS]]]]);
  });

  it("has it where it was called: as a node", async () => {
    const tree = new RunTree();
    const outer = new StateGraph(State)
      .addNode("agent", withRollback(recovering(), told))
      .addEdge(START, "agent")
      .compile({ name: "outer" });
    await outer.invoke({ log: [] }, { callbacks: [tree] });
    expect(tree.roots.map(namesIn)).toEqual([["outer", ["agent", ["chain", ...ATTEMPTS]]]]);
  });

  it("has it where it was called: in a chain", async () => {
    const tree = new RunTree();
    const asLog = RunnableLambda.from((word: string) => ({ log: [word] })).withConfig({ runName: "as-log" });
    const graph: Runnable = withRollback(recovering(), told);
    await asLog.pipe(graph).invoke("in", { callbacks: [tree], runName: "outer" });
    expect(tree.roots.map(namesIn)).toEqual([["outer", "as-log", ["chain", ...ATTEMPTS]]]);
  });
});
