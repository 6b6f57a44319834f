import { MemorySaver, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { Annotation, Command, Send, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import {
  planRewind,
  readHistory,
  readStep,
  readTrajectory,
  RecordingSaver,
  rewind,
  withRollback,
  type RecordedStep,
} from "../index.ts";

const State = Annotation.Root({
  log: Annotation<string[]>({
    reducer: (kept, added) => kept.concat(added).toSorted(),
    default: () => [],
  }),
});

const thrown: () => never = () => {
  throw new RangeError("it broke");
};

/** split -> p, whose error is handled, and q, and r at once */
const build = (checkpointer: BaseCheckpointSaver, ran: string[] = []) => {
  const logs = (name: string) => () => {
    ran.push(name);
    return { log: [name] };
  };
  return new StateGraph(State)
    .addNode("split", logs("split"))
    .addNode("p", () => (ran.push("p"), thrown()), { errorHandler: logs("handler") })
    .addNode("q", logs("q"))
    .addNode("r", logs("r"))
    .addEdge(START, "split")
    .addEdge("split", "p")
    .addEdge("split", "q")
    .addEdge("split", "r")
    .compile({ checkpointer });
};

/** The facts about a step that are equal in every branch. */
const facts = ({ index, agent, content, error, path, identity, origin, enclosing }: RecordedStep) => ({
  index,
  agent,
  content,
  error,
  path,
  identity,
  node: origin.node,
  depth: enclosing.length,
});

const handled = [
  {
    node: "p",
    path: "pull",
    content: "RangeError: it broke",
    error: { name: "RangeError", message: "it broke" },
  },
  { node: "__error_handler__p", path: "handle", content: 'log: ["handler"]' },
];

describe("a step whose error was handled", () => {
  it("comes before its handler, which has the node's name that LangGraph gives it, from every store", async () => {
    const saver = new MemorySaver();
    const recording = new RecordingSaver(saver);
    const graph = build(recording);
    await graph.invoke({ log: [] }, on("t"));
    const { steps } = await readTrajectory(graph, on("t"));
    expect(steps.map(facts).slice(1, 3)).toMatchObject(handled);
    expect(steps[2]?.handles).toBe(steps[1]?.origin.taskId);
    expect(steps.map(({ origin }) => origin.node).slice(3)).toEqual(["q", "r"]);
    const stored = [await readTrajectory(build(saver), on("t")), await readTrajectory(saver, on("t"))];
    for (const read of stored) expect(read.steps.map(facts)).toEqual(steps.map(facts));
  });

  it("has a handler of its own for each Send, and the failed one's input is the handler's", async () => {
    const saver = new MemorySaver();
    const graph = new StateGraph(State)
      .addNode("work", thrown, { errorHandler: ({ log }) => ({ log: [`handled ${log.join()}`] }) })
      .addConditionalEdges(START, () => ["one", "two"].map((task) => new Send("work", { log: [task] })), [
        "work",
      ])
      .compile({ checkpointer: saver });
    await graph.invoke({ log: [] }, on("t"));
    const { steps } = await readTrajectory(saver, on("t"));
    expect(steps.map(({ path }) => path)).toEqual(["push", "handle", "push", "handle"]);
    expect(new Set(steps.map(({ identity }) => identity)).size).toBe(4);
    const last = steps[3];
    if (last === undefined) throw new Error("expected four steps");
    expect(await readStep(saver, on("t"), last)).toMatchObject({
      input: { log: ["two"] },
      writes: [["log", ["handled two"]]],
    });
  });

  it("does not count where the handler throws, too", async () => {
    const saver = new MemorySaver();
    const graph = new StateGraph(State)
      .addNode("p", thrown, { errorHandler: () => thrown() })
      .addEdge(START, "p")
      .compile({ checkpointer: saver });
    await expect(graph.invoke({ log: [] }, on("t"))).rejects.toThrow("it broke");
    const { steps } = await readTrajectory(saver, on("t"));
    expect(steps).toMatchObject([{ error: { name: "RangeError" } }, { error: { name: "RangeError" } }]);
  });
});

describe("a rewind that keeps a handled failure", () => {
  it("keeps its handler's answer with it, also in a fork of the fork, and runs neither again", async () => {
    const saver = new MemorySaver();
    const ran: string[] = [];
    const graph = build(new RecordingSaver(saver), ran);
    const output = await graph.invoke({ log: [] }, on("t"));
    const first = await readTrajectory(graph, on("t"));
    for (const start of [3, 4]) {
      const before = await readTrajectory(graph, on("t"));
      const plan = await planRewind(graph, before, start);
      expect(plan).toMatchObject({ kind: "siblings-kept", step: start });
      await rewind(graph, on("t"), plan);
      ran.length = 0;
      expect(await graph.invoke(null, on("t"))).toEqual(output);
      expect(ran).toEqual(["q", "r"].slice(start - 3));
      for (const store of [graph, build(saver), saver]) {
        const { steps } = await readTrajectory(store, on("t"));
        expect(steps.map(facts)).toEqual(first.steps.map(facts));
        const handler = steps[2];
        if (handler === undefined) throw new Error("expected the handler's step");
        expect((await readStep(saver, on("t"), handler)).writes).toEqual([["log", ["handler"]]]);
      }
    }
  });

  it("goes back to the failed node where it is to start at the handler", async () => {
    const graph = build(new MemorySaver());
    await graph.invoke({ log: [] }, on("t"));
    const trajectory = await readTrajectory(graph, on("t"));
    expect(await planRewind(graph, trajectory, 2)).toMatchObject({ step: 1, kind: "superstep" });
  });

  it("keeps a subgraph in which an error was handled", async () => {
    const inner = new StateGraph(State)
      .addNode("p", thrown, {
        errorHandler: () => new Command({ goto: "after", update: { log: ["handled"] } }),
        ends: ["after"],
      })
      .addNode("after", () => ({ log: ["after"] }))
      .addEdge(START, "p")
      .compile();
    const graph = new StateGraph(State)
      .addNode("a", inner)
      .addNode("b", () => ({ log: ["b"] }))
      .addEdge(START, "a")
      .addEdge(START, "b")
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke({ log: [] }, on("t"));
    const trajectory = await readTrajectory(graph, on("t"));
    expect(trajectory.steps.map(({ origin }) => origin.node)).toEqual([
      "p",
      "__error_handler__p",
      "after",
      "b",
    ]);
    expect(await planRewind(graph, trajectory, 3)).toMatchObject({ step: 3, kind: "siblings-kept" });
  });
});

describe("a run that was cut off after an error was handled", () => {
  it("is resumed in the same attempt, with the failed node done", async () => {
    const abort = new AbortController();
    const ran: string[] = [];
    const builder = new StateGraph(State)
      .addNode("p", () => (ran.push("p"), thrown()), { errorHandler: () => ({ log: ["handled"] }) })
      .addNode("q", async () => {
        ran.push("q");
        if (abort.signal.aborted) return { log: ["q"] };
        setTimeout(() => abort.abort());
        return new Promise<never>(() => {});
      })
      .addEdge(START, "p")
      .addEdge(START, "q");
    const graph = withRollback(builder.compile(), { verify: () => true });
    await expect(graph.invoke({ log: [] }, { ...on("t"), signal: abort.signal })).rejects.toThrow("aborted");
    expect((await graph.invoke(null, on("t"))).log).toEqual(["handled", "q"]);
    expect(ran).toEqual(["p", "q", "q"]);
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "succeeded" }]);
  });
});
