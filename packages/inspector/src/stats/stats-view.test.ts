import { MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { withRollback } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { openInspector } from "../fixtures/open-inspector.ts";
import { checkpointerSource } from "../source/checkpointer-source.ts";
import { sampleSource } from "../testing/index.ts";
import { statsView } from "./stats-view.ts";

async function failing(count: number) {
  const checkpointer = new MemorySaver();
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("answer", () => ({ messages: [{ role: "assistant", content: "42" }] }))
    .addEdge("__start__", "answer")
    .addEdge("answer", "__end__")
    .compile({ checkpointer });
  const agent = withRollback(graph, {
    verify: () => ({ ok: false, reason: `Wrong. ${"x".repeat(1000)}` }),
    maxRollbacks: 0,
  });
  const run = async (thread: string) =>
    agent.invoke({ messages: "?" }, { configurable: { thread_id: thread } });
  for (let at = 0; at < count; at += 1) await run(`t-${at}`);
  return { source: checkpointerSource(checkpointer, "memory"), run };
}

describe("statsView", () => {
  it("counts once for requests at once, and again when a run was decided", async () => {
    const { run, source } = await failing(2);
    let counts = 0;
    const counted = { ...source, stats: async () => ((counts += 1), (await source.stats?.()) ?? missing()) };
    const view = statsView(counted) ?? missing();
    const [one, other] = await Promise.all([view(), view()]);
    expect(one).toBe(other);
    expect(await view()).toBe(one);
    expect(counts).toBe(1);
    await run("t-3");
    expect((await view()).failed).toMatchObject({ count: 3, of: 3 });
    expect(counts).toBe(2);
  });

  it("counts again after a minute, and after a failure", async () => {
    const { source } = await failing(1);
    let now = 0;
    let counts = 0;
    const stats = async () => {
      counts += 1;
      if (counts === 1) throw new Error("gone");
      return (await source.stats?.()) ?? missing();
    };
    const view = statsView({ ...source, stats }, () => now) ?? missing();
    await expect(view()).rejects.toThrow("gone");
    await view();
    now = 59_000;
    await view();
    expect(counts).toBe(2);
    now = 61_000;
    await view();
    expect(counts).toBe(3);
  });

  it("gives the page reasons of bounded length", async () => {
    const { source } = await failing(1);
    const [group] = (await (statsView(source) ?? missing())()).groups;
    expect(group?.wordings[0]?.reason).toHaveLength(300);
  });
});

describe("the server", () => {
  it("gives the figures, and says whether there are any", async () => {
    const { source } = await failing(1);
    const { ask } = await openInspector({ source });
    expect(await (await ask("/api/info")).json()).toMatchObject({ hasStats: true });
    expect(await (await ask("/api/stats")).json()).toMatchObject({ failed: { count: 1, of: 1 } });
  });

  it("has none of files", async () => {
    const { ask } = await openInspector({ source: sampleSource() });
    expect(await (await ask("/api/info")).json()).toMatchObject({ hasStats: false });
    expect((await ask("/api/stats")).status).toBe(404);
  });
});

function missing(): never {
  throw new Error("Expected figures.");
}
