import type { RunnableConfig } from "@langchain/core/runnables";
import { MemorySaver, uuid6 } from "@langchain/langgraph-checkpoint";
import { START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { at, input, LogState, pair, stored, thread } from "./graphs.ts";

/** Notes what it reads and stores. */
class AskedSaver extends MemorySaver {
  readonly asked: Readonly<Record<string, unknown>>[] = [];
  readonly stored: Readonly<Record<string, unknown>>[] = [];

  override getTuple(config: RunnableConfig) {
    this.asked.push({ ...config.configurable });
    return super.getTuple(config);
  }

  override put(...args: Parameters<MemorySaver["put"]>) {
    this.stored.push({ ...args[0].configurable });
    return super.put(...args);
  }
}

describe("the question for a thread's newest checkpoint (else an attempt cannot be given its fork)", () => {
  it("comes with what the caller has put into `configurable`, in the namespace of the outermost graph", async () => {
    const saver = new AskedSaver();
    const configurable = { ...thread.configurable, __langgraph_rollback: { run: "r" } };
    await pair({}, saver).invoke(input, { configurable });
    const [first] = saver.asked;
    expect(first).toMatchObject({ thread_id: "t", __langgraph_rollback: { run: "r" } });
    expect(first?.["checkpoint_id"]).toBeUndefined();
    expect(first?.["checkpoint_ns"] ?? "").toBe("");
    expect(saver.stored.length).toBeGreaterThan(1);
    for (const kept of saver.stored) expect(kept).toMatchObject({ __langgraph_rollback: { run: "r" } });
  });
});

describe("a subgraph with checkpointer: true (else it would keep what a discarded attempt told it)", () => {
  it("starts from the newest checkpoint of its namespace, whichever branch left it, where none is named", async () => {
    const saver = new MemorySaver();
    const heard: string[][] = [];
    const inner = new StateGraph(LogState)
      .addNode("listen", ({ log }) => {
        heard.push(log);
        return {};
      })
      .addEdge(START, "listen")
      .compile({ checkpointer: true });
    const graph = new StateGraph(LogState)
      .addNode("inner", inner)
      .addEdge(START, "inner")
      .compile({ checkpointer: saver });
    await graph.invoke({ log: ["one"] }, thread);
    const own = { configurable: { ...thread.configurable, checkpoint_ns: "inner" } };
    const newest = await saver.getTuple(own);
    if (newest === undefined) throw new Error("expected the subgraph's checkpoint");
    const { checkpoint, config } = newest;
    const other = { ...checkpoint, id: "ffffffff-0000-6000-8000-000000000000" };
    other.channel_values = { ...checkpoint.channel_values, log: ["of another branch"] };
    await saver.put(config, other, { source: "update", step: 9, parents: {} });
    await graph.invoke({ log: ["two"] }, thread);
    expect(heard.at(-1)?.[0]).toBe("of another branch");
  });

  it("starts, in a fork that is named, from the newest checkpoint of its namespace before the fork's parent", async () => {
    const heard: string[][] = [];
    const inner = new StateGraph(LogState)
      .addNode("listen", ({ log }) => {
        heard.push(log);
        return {};
      })
      .addEdge(START, "listen")
      .compile({ checkpointer: true });
    const saver = new MemorySaver();
    const graph = new StateGraph(LogState)
      .addNode("inner", inner)
      .addEdge(START, "inner")
      .compile({ checkpointer: saver });
    await graph.invoke({ log: ["one"] }, thread);
    await graph.invoke({ log: ["two"] }, thread);
    const [, before] = await stored(graph);
    if (before === undefined) throw new Error("expected the checkpoint before the second turn's node");
    const forkOf = async (parent: string) => {
      const fork = { ...before.checkpoint, id: uuid6(9) };
      await saver.put(at(parent), fork, { source: "update", step: 9, parents: {} });
      await graph.invoke(null, at(fork.id));
      return { fork: fork.id, said: heard.at(-1)?.filter((line) => line === "two").length };
    };
    const { fork, said } = await forkOf(before.checkpoint.id);
    // The subgraph hears what the outer graph's state holds, and what it remembers: here the first turn alone.
    expect(said).toBe(1);
    // A fork of that fork: what the second turn has left is older than its parent.
    expect((await forkOf(fork)).said).toBe(2);
  });
});
