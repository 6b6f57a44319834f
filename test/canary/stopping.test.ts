import { BaseCallbackHandler, type CallbackHandlerMethods } from "@langchain/core/callbacks/base";
import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { input, LogState, thread } from "./graphs.ts";

type ChainStart = Parameters<NonNullable<CallbackHandlerMethods["handleChainStart"]>>;

/** a -> b, and all that happened in it, in order. Tasks wait for `began` before they begin, and checkpoints for `storing` before they are stored. */
function watched(
  began: (node: string) => Promise<void> = async () => {},
  storing: Promise<void> = Promise.resolve(),
) {
  const happened: string[] = [];
  const node = (name: string) => () => {
    happened.push(`${name} runs`);
    return { log: [name] };
  };
  const saver = new MemorySaver();
  const put = saver.put.bind(saver);
  saver.put = async (config, checkpoint, metadata) => {
    if (metadata.source === "loop") happened.push("a superstep has ended");
    await storing;
    return put(config, checkpoint, metadata);
  };
  const graph = new StateGraph(LogState)
    .addNode("a", node("a"))
    .addNode("b", node("b"))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", END)
    .compile({ checkpointer: saver });
  const handleChainStart = async (...[, , , , tags, metadata]: ChainStart): Promise<void> => {
    if (tags?.some((tag) => tag.startsWith("graph:step:")) !== true) return;
    const name = String(metadata?.["langgraph_node"]);
    happened.push(`${name} begins`);
    await began(name);
  };
  const handler = Object.assign(BaseCallbackHandler.fromMethods({ handleChainStart }), {
    awaitHandlers: true,
    raiseError: true,
  });
  return { graph, handler, happened };
}

describe("a task of the next superstep (else an alarm would stop a run that is over, or come too late)", () => {
  it("begins after the checkpointer was told that the superstep before has ended, with durability sync", async () => {
    const { graph, handler, happened } = watched();
    await graph.invoke(input, { ...thread, callbacks: [handler], durability: "sync" });
    expect(happened.slice(happened.indexOf("a begins"))).toEqual([
      "a begins",
      "a runs",
      "a superstep has ended",
      "b begins",
      "b runs",
      "a superstep has ended",
    ]);
  });

  it("may begin before that with durability async, as a checkpoint waits until the one before it is stored", async () => {
    let begins = (): void => {};
    const storing = new Promise<void>((resolve) => {
      begins = resolve;
    });
    const { graph, handler, happened } = watched(
      async (name) => (name === "b" ? begins() : undefined),
      storing,
    );
    await graph.invoke(input, { ...thread, callbacks: [handler], durability: "async" });
    const [told, begun] = [happened.indexOf("a superstep has ended"), happened.indexOf("b begins")];
    expect(begun).toBeLessThan(told);
  });

  it("waits for what hears that it begins", async () => {
    let isHeard = false;
    const { graph, handler, happened } = watched(async (name) => {
      if (name !== "b") return;
      await new Promise((resolve) => setTimeout(resolve, 5));
      isHeard = !happened.includes("b runs");
    });
    await graph.invoke(input, { ...thread, callbacks: [handler] });
    expect(isHeard).toBe(true);
  });

  it("never begins where it is kept from that for ever, and the signal alone ends the run", async () => {
    const stop = new AbortController();
    const { graph, handler, happened } = watched(async (name) => {
      if (name !== "b") return;
      stop.abort(new Error("The test aborts it."));
      await new Promise(() => {});
    });
    const run = graph.invoke(input, {
      ...thread,
      callbacks: [handler],
      signal: stop.signal,
      durability: "sync",
    });
    await expect(run).rejects.toThrow(/abort/i);
    expect(happened).not.toContain("b runs");
    const { next, values } = await graph.getState(thread);
    expect({ next, values }).toMatchObject({ next: ["b"], values: { log: ["in", "a"] } });
  });
});
