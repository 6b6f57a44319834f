import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { planRewind, readTrajectory, withRollback } from "../index.ts";

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
  seen: Annotation<string[]>({ reducer: (_, latest) => latest, default: () => [] }),
  note: Annotation<string>({ reducer: (_, latest) => latest, default: () => "" }),
});

const Memory = Annotation.Root({
  topic: Annotation<string>(),
  seen: Annotation<string[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
});

/** A subgraph that remembers every topic that it was given, and nothing else of the graph around it. */
const archive = () =>
  new StateGraph(Memory)
    .addNode("remember", ({ topic }) => ({ seen: [topic] }))
    .addEdge(START, "remember")
    .compile({ checkpointer: true });

/**
 * choose -> archive -> check, or choose -> check: the turn "wrong" asks the archive unless a note tells it not to.
 * `seen` shows what the archive knows.
 */
const desk = () => {
  const memory = archive();
  return new StateGraph(State)
    .addNode("choose", () => ({ log: ["chose"] }))
    .addNode("archive", async ({ log }, config) => {
      const { seen } = await memory.invoke({ topic: String(log.at(-2)) }, config);
      return { seen };
    })
    .addNode("check", () => ({ log: ["checked"] }))
    .addEdge(START, "choose")
    .addConditionalEdges(
      "choose",
      ({ note, log }) => (note !== "" && log.at(-2) === "wrong" ? "check" : "archive"),
      ["archive", "check"],
    )
    .addEdge("archive", "check")
    .addEdge("check", END)
    .compile({ checkpointer: new MemorySaver() });
};

/** Runs turns, the one called "wrong" with a rollback, and gives what the archive knows in the end. */
async function knownAfter(topics: readonly string[]) {
  const graph = withRollback(desk(), {
    verify: ({ output }) => output?.seen.includes("wrong") !== true,
    noteChannel: "note",
  });
  for (const topic of topics) await graph.invoke({ log: ["in", topic], note: "" }, on("t"));
  const { seen } = await graph.invoke({ log: ["in", "last"], note: "" }, on("t"));
  return seen;
}

describe("rewind of a graph with a subgraph that remembers", () => {
  it("lets the subgraph forget what a discarded attempt told it, also if no later attempt runs it", async () => {
    expect(await knownAfter(["wrong"])).toEqual(["last"]);
  });

  it("lets it keep what earlier turns told it", async () => {
    expect(await knownAfter(["first", "wrong", "third"])).toEqual(["first", "third", "last"]);
  });

  it("lets it keep what earlier turns told it after several turns went wrong", async () => {
    expect(await knownAfter(["wrong", "second", "wrong"])).toEqual(["second", "last"]);
  });

  it("runs a subgraph anew, and does not take its memory for its answer, when a process died at the fork", async () => {
    const seen: string[][] = [];
    const child = new StateGraph(Memory)
      .addNode("remember", ({ topic }) => ({ seen: [topic] }))
      .addNode("tell", (state) => {
        seen.push(state.seen);
        return {};
      })
      .addEdge(START, "remember")
      .addEdge("remember", "tell")
      .compile({ checkpointer: true });
    const Topic = Annotation.Root({ topic: Annotation<string>(), note: State.spec.note });
    const died = new AbortController();
    const graph = withRollback(
      new StateGraph(Topic)
        .addNode("child", child)
        .addEdge(START, "child")
        .compile({ checkpointer: new MemorySaver() }),
      {
        verify: ({ attempt, input }) => attempt === 2 || input.topic === "first",
        noteChannel: "note",
        onEvent: ({ type, attempt }) => {
          if (type === "rollback:attempt-started" && attempt === 2) died.abort();
        },
      },
    );
    await graph.invoke({ topic: "first" }, on("t"));
    await expect(graph.invoke({ topic: "second" }, { ...on("t"), signal: died.signal })).rejects.toThrow(
      "abort",
    );
    await graph.invoke(null, on("t"));
    expect(seen).toEqual([["first"], ["first", "second"], ["first", "second"]]);
  });

  it("says what it will remember", async () => {
    const graph = desk();
    await graph.invoke({ log: ["in", "first"] }, on("t"));
    await graph.invoke({ log: ["in", "second"] }, on("t"));
    const trajectory = await readTrajectory(graph, on("t"));
    expect(trajectory.steps.map(({ origin }) => origin.node)).toEqual([
      "choose",
      "remember",
      "archive",
      "check",
    ]);
    const [choose, check] = await Promise.all([0, 3].map((step) => planRewind(graph, trajectory, step)));
    expect(choose?.memory).toMatchObject([{ namespace: "archive", checkpoint: expect.any(String) }]);
    expect(check?.memory).toBeUndefined();
  });
});

describe("a subgraph that remembers, in a run whose first attempt is returned", () => {
  it("knows in the next turn what it knew when that attempt had ended", async () => {
    let tries = 0;
    const memory = archive();
    const graph = new StateGraph(State)
      .addNode("archive", async ({ log }, config) => {
        const { seen } = await memory.invoke({ topic: `${log.at(-1)} ${(tries += 1)}` }, config);
        return { seen };
      })
      .addEdge(START, "archive")
      .compile({ checkpointer: new MemorySaver() });
    const wrapped = withRollback(graph, { verify: () => tries > 2, maxRollbacks: 1 });
    expect((await wrapped.invoke({ log: ["one"] }, on("t"))).seen).toEqual(["one 1"]);
    expect((await wrapped.invoke({ log: ["two"] }, on("t"))).seen).toEqual(["one 1", "two 3"]);
  });
});
