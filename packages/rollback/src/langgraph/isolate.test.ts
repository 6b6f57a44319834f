import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { listed } from "../fixtures/checkpoints.ts";
import { on } from "../fixtures/chain-graph.ts";
import { input, LogState, sequence } from "../fixtures/graph-shapes.ts";
import { compiledGraphOf } from "./compiled-graph.ts";
import { isolated, ownConfigurable } from "./isolate.ts";

/** Runs a graph inside another graph's node, isolated or not. */
async function nested(isolate: boolean) {
  const [outerSaver, innerSaver] = [new MemorySaver(), new MemorySaver()];
  const inner = compiledGraphOf(sequence().compile({ checkpointer: innerSaver }));
  const run = () => inner._streamIterator(input(), on("inner"));
  const outer = new StateGraph(LogState)
    .addNode("call", async () => {
      const chunks: unknown[] = [];
      for await (const chunk of isolate ? isolated(run) : run()) chunks.push(chunk);
      return { log: [`${chunks.length} chunks`] };
    })
    .addEdge(START, "call")
    .compile({ checkpointer: outerSaver });
  await outer.invoke(input(), on("outer"));
  return {
    inner: await listed(innerSaver, on("inner")),
    leaked: (await listed(outerSaver, { configurable: {} })).filter(
      ({ config }) => config.configurable?.["checkpoint_ns"] !== "",
    ),
  };
}

async function* counting(log: string[], end?: Error): AsyncGenerator<number, void> {
  try {
    yield 1;
    yield 2;
    if (end !== undefined) throw end;
  } finally {
    log.push("closed");
  }
}

describe("isolated", () => {
  it("keeps a graph that runs inside another graph's node to its own thread and store", async () => {
    const { inner, leaked } = await nested(true);
    expect(inner).toHaveLength(5);
    expect(leaked).toEqual([]);
  });

  it("is needed, because a graph that is called in a node writes into the outer graph's store", async () => {
    const { inner, leaked } = await nested(false);
    expect(inner).toEqual([]);
    expect(leaked.length).toBeGreaterThan(0);
  });

  it("passes on what the generator yields, and closes it at the end", async () => {
    const log: string[] = [];
    const seen: number[] = [];
    for await (const value of isolated(() => counting(log))) seen.push(value);
    expect([seen, log]).toEqual([[1, 2], ["closed"]]);
  });

  it("passes on an exception as it was", async () => {
    const broke = new Error("broke");
    const drained = (async () => {
      for await (const _ of isolated(() => counting([], broke)));
    })();
    await expect(drained).rejects.toBe(broke);
  });

  it("closes the generator when its reader stops early", async () => {
    const log: string[] = [];
    for await (const _ of isolated(() => counting(log))) break;
    expect(log).toEqual(["closed"]);
  });
});

describe("ownConfigurable", () => {
  it("drops the marks of a graph that runs around, and keeps the user's own values", () => {
    expect(
      ownConfigurable({ thread_id: "t", user: "ann", __pregel_read: () => {}, checkpoint_map: { "": "c" } }),
    ).toEqual({ thread_id: "t", user: "ann" });
    expect(ownConfigurable(undefined)).toEqual({});
  });
});
