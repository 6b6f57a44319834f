import { isSince } from "../fixtures/langgraph-version.ts";
import { InMemoryCache, MemorySaver, uuid5 } from "@langchain/langgraph-checkpoint";
import { START, StateGraph, type RetryPolicy } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { input, LogState, stored, thread } from "./graphs.ts";

interface Options {
  readonly retryPolicy?: RetryPolicy;
  readonly cachePolicy?: boolean;
  readonly errorHandler?: () => { log: string[] };
}

/** Data from which LangGraph's id of the task that handles b's error in superstep 1 derives. */
const handling = (handler: string, failed: string) =>
  JSON.stringify([`b:${failed}|${handler}`, "1", handler, "__pregel_push", "node_error_handler", failed]);

/** One node, that throws as often as it is told to. */
const one = (options: Options, failures = 0) => {
  let tries = 0;
  return new StateGraph(LogState)
    .addNode(
      "b",
      () => {
        tries += 1;
        if (tries <= failures) throw new RangeError("b broke");
        return { log: [`b${tries}`] };
      },
      options,
    )
    .addEdge(START, "b")
    .compile({ checkpointer: new MemorySaver(), cache: new InMemoryCache() });
};

/** Data that the node's superstep left: with the checkpoint before it, when it has ended. */
async function left(graph: Parameters<typeof stored>[0], config: typeof thread = thread) {
  const tuples = await stored(graph, config.configurable);
  const before = tuples.find(({ metadata }) => metadata?.step === 0);
  if (before === undefined) throw new Error("expected the checkpoint before the node");
  return before;
}

describe("retryPolicy (else a step shows for each try, or as failed)", () => {
  const retryPolicy = {
    maxAttempts: 2,
    initialInterval: 1,
    jitter: false,
    logWarning: false,
    retryOn: () => true,
  };

  it("leaves no trace of the tries before the one that succeeded", async () => {
    const graph = one({ retryPolicy }, 1);
    await graph.invoke(input, thread);
    const { pendingWrites } = await left(graph);
    expect(pendingWrites?.map(([, channel, value]) => [channel, value])).toEqual([["log", ["b2"]]]);
  });

  it("leaves one error when every try failed", async () => {
    const graph = one({ retryPolicy }, 2);
    await expect(graph.invoke(input, thread)).rejects.toThrow("b broke");
    const { pendingWrites } = await left(graph);
    expect(pendingWrites?.map(([, channel]) => channel)).toEqual(["__error__"]);
  });
});

describe("errorHandler (else a failure that was handled is taken for the run's, and its handler for an unknown node)", () => {
  it("leaves the error with the node that threw, names it, and runs in the same superstep under an id of its own", async () => {
    const graph = one({ errorHandler: () => ({ log: ["handled"] }) }, 1);
    expect((await graph.invoke(input, thread)).log).toEqual(["in", "handled"]);
    const { checkpoint, pendingWrites = [] } = await left(graph);
    const node = pendingWrites[0]?.[0] ?? "";
    const handler = "__error_handler__b";
    const handlingTask = uuid5(handling(handler, node), checkpoint.id);
    expect(pendingWrites).toEqual([
      [node, "__error__", { name: "RangeError", message: "b broke" }],
      [node, "__error_source_node__", "b"],
      [handlingTask, "log", ["handled"]],
    ]);
  });

  it("calls the handler of the whole graph __default_error_handler__, under an id that derives alike", async () => {
    const graph = new StateGraph(LogState)
      .addNode("b", () => {
        throw new RangeError("b broke");
      })
      .setNodeDefaults({ errorHandler: () => ({ log: ["handled"] }) })
      .addEdge(START, "b")
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke(input, thread);
    const { checkpoint, pendingWrites = [] } = await left(graph);
    const node = pendingWrites[0]?.[0] ?? "";
    const handlingTask = uuid5(handling("__default_error_handler__", node), checkpoint.id);
    expect(pendingWrites.at(-1)).toEqual([handlingTask, "log", ["handled"]]);
  });
});

describe("cachePolicy (else docs/shapes.md is wrong about cached nodes)", () => {
  it("stores the writes of a node that the cache answers from LangGraph 1.5 on, and none before", async () => {
    const graph = one({ cachePolicy: true });
    await graph.invoke(input, thread);
    const other = { configurable: { thread_id: "other" } };
    expect((await graph.invoke(input, other)).log).toEqual(["in", "b1"]);
    const { pendingWrites = [] } = await left(graph, other);
    expect(pendingWrites.map(([, ...write]) => write)).toEqual(isSince("1.5") ? [["log", ["b1"]]] : []);
    expect(await stored(graph, other.configurable)).toHaveLength(3);
  });
});
