import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { readHistory, RecordingSaver, withRollback } from "../index.ts";

const fails = (): never => {
  throw new Error("the clock is broken");
};

const clocks: readonly [string, () => number][] = [
  ["gives NaN", () => Number.NaN],
  ["gives an infinite time", () => Number.POSITIVE_INFINITY],
  ["gives a time without a date", () => 8.64e15 + 1],
  ["throws", fails],
];

const makers: readonly [string, () => string][] = [
  ["throw", fails],
  ["are empty", () => ""],
];

const steps = { b: untilTold("b") };
const told = { verify: nothingWrong, noteChannel: "note" };
const right = ["a:right", "b:right", "c:right"];

describe("a run", () => {
  it.each(clocks)("keeps its result, and is rolled back, when the clock %s", async (_, clock) => {
    for (const checkpointer of [new MemorySaver(), new RecordingSaver(new MemorySaver(), { clock })]) {
      const graph = withRollback(chainGraph(steps).builder.compile({ checkpointer }), { ...told, clock });
      expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(right);
      const [run] = await readHistory(graph, on("t"));
      expect(run?.status).toBe("recovered");
      for (const { at } of run?.attempts ?? []) expect(new Date(at).toISOString()).toBe(at);
    }
  });

  it.each(makers)("keeps its result, and is rolled back, when ids %s", async (_, ids) => {
    const graph = withRollback(chainGraph(steps).builder.compile(), { ...told, ids });
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(right);
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "recovered" }]);
  });
});
