import { MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { ChainState, on } from "../fixtures/chain-graph.ts";
import { logOf, trying } from "../fixtures/trying-graph.ts";
import { keptChunks, withAttempts } from "../index.ts";

async function collected<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const best = { log: logOf(1) };

describe("a stream of a run that returns an earlier attempt than the last", () => {
  it("ends with its values", async () => {
    const { graph } = trying([0.9, 0.1]);
    const chunks = await collected(await graph.stream({ log: [] }, { ...on("t"), streamMode: "values" }));
    expect(chunks.at(-1)).toMatchObject(best);
    expect(chunks.at(-2)).toMatchObject({ log: logOf(2) });
  });

  it("tells of it in `custom`, and shows the thread's new checkpoint", async () => {
    const { graph } = trying([0.9, 0.1]);
    const streamMode = ["custom", "checkpoints"] as const;
    const chunks = await collected(
      await graph.stream({ log: [] }, { ...on("t"), streamMode: [...streamMode] }),
    );
    expect(chunks.at(-2)).toMatchObject([
      "custom",
      { type: "rollback:ended", record: { stands: { attempt: 1 } } },
    ]);
    expect(chunks.at(-1)).toMatchObject(["checkpoints", { values: best, next: [] }]);
  });

  it("leaves that attempt's chunks to `keptChunks`, whatever the mode", async () => {
    const { graph } = trying([0.1, 0.9, 0.2]);
    const updates = await graph.stream({ log: [] }, { ...on("t"), streamMode: "updates" });
    expect(await collected(keptChunks(updates))).toEqual([
      { a: { log: ["a:right"] } },
      { b: { log: ["try 2"] } },
      { c: { log: ["c:right"] } },
    ]);
    const values = await trying([0.1, 0.9, 0.2]).graph.stream(
      { log: [] },
      { ...on("t"), streamMode: "values" },
    );
    const logs = (await collected(keptChunks(values))).map(({ log }) => log.join());
    expect(logs).not.toContain(logOf(1).join());
    expect(logs).not.toContain(logOf(3).join());
    expect(logs.slice(-2)).toEqual([logOf(2).join(), logOf(2).join()]);
  });

  it("says with `withAttempts` which chunks stand again", async () => {
    const { graph } = trying([0.9, 0.1]);
    const stream = await graph.stream({ log: [] }, { ...on("t"), streamMode: ["updates", "values"] });
    const items = await collected(withAttempts(stream));
    const last = items.findLast(({ type }) => type === "rolled-back");
    expect(last).toMatchObject({ attempt: 2, from: 0 });
    expect(items.at(-1)).toMatchObject({ type: "chunk", attempt: 1, chunk: ["values", best] });
    const chunks = items.filter((item) => item.type === "chunk");
    const standing = chunks.filter(
      ({ index }) => last?.type === "rolled-back" && last.except.includes(index),
    );
    expect(standing.every(({ attempt }) => attempt === 1)).toBe(true);
    expect(standing).toHaveLength(chunks.filter(({ attempt }) => attempt === 1).length - 1);
  });

  it("has its output in `streamEvents`", async () => {
    const { graph } = trying([0.9, 0.1]);
    const events = await collected(graph.streamEvents({ log: [] }, { ...on("t"), version: "v2" }));
    const ends = events.filter(({ event, name }) => event === "on_chain_end" && name === "LangGraph");
    expect(ends.at(-1)?.data).toMatchObject({ output: best });
  });
});

describe("a wrapped graph inside another", () => {
  it("gives the best attempt to the graph around", async () => {
    const { graph: inner } = trying([0.9, 0.1]);
    const outer = new StateGraph(ChainState)
      .addNode("work", async (_, config) => ({ log: (await inner.invoke({ log: [] }, config)).log }))
      .addEdge(START, "work")
      .compile({ checkpointer: new MemorySaver() });
    expect(await outer.invoke({ log: [] }, on("outer"))).toMatchObject(best);
  });
});
