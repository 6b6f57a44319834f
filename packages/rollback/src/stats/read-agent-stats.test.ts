import { AIMessage, type StandardMessageStructure } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import type { StepScorer } from "@langgraph-rollback/attribution";
import { beforeAll, describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on } from "../fixtures/chain-graph.ts";
import { alarmByLastLine, byLastLine } from "../fixtures/scored-alarm.ts";
import { withRollback } from "../index.ts";
import { readAgentStats, type AgentStats } from "./index.ts";

/** Suspects the step that asks for a tool, four times as much as each other. */
const scorer: StepScorer = {
  fingerprint: "asks",
  score: async ({ steps }) => steps.map(({ toolCalls }) => (toolCalls === undefined ? 0.2 : 0.8)),
};

const search = tool(
  ({ query }: { readonly query: string }) => {
    if (query === "broken") throw new TypeError("no such index");
    return "three results";
  },
  {
    name: "search",
    description: "Searches.",
    schema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
  },
);

const DAY = 86_400_000;
const NOW = new Date("2026-03-31T12:00:00Z");

/** Runs of one agent; each thread's name says on which day before now it ran, and what went wrong. */
async function record(): Promise<MemorySaver> {
  const checkpointer = new MemorySaver();
  const builder = new StateGraph(MessagesAnnotation)
    .addNode("plan", ({ messages }) => {
      const query = messages[0]?.text ?? "";
      const calls = [{ id: "1", name: "search", args: { query }, type: "tool_call" as const }];
      const message = new AIMessage<StandardMessageStructure>({
        content: "",
        usage_metadata: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
        response_metadata: { model_name: "tiny-1" },
      });
      message.tool_calls = calls;
      return { messages: [message] };
    })
    .addNode("tools", new ToolNode([search]))
    .addNode("reply", ({ messages }) => {
      if (messages[0]?.content === "throw") throw new RangeError("Cannot reply to 17.");
      return { messages: [new AIMessage({ content: "done", name: "writer" })] };
    })
    .addEdge("__start__", "plan")
    .addEdge("plan", "tools")
    .addEdge("tools", "reply")
    .addEdge("reply", "__end__");
  const run = async (
    ago: number,
    thread: string,
    task: string,
    verdict: readonly boolean[],
  ): Promise<void> => {
    const agent = withRollback(builder.compile({ checkpointer }), {
      verify: ({ attempt }) => ({
        ok: verdict[attempt - 1] ?? false,
        reason: `Order ${thread} was refunded twice.`,
      }),
      scorer,
      maxRollbacks: 1,
      clock: () => NOW.getTime() - ago * DAY,
      effects: { tools: { search: "read-only" } },
    });
    await agent
      .invoke({ messages: task }, { configurable: { thread_id: thread } })
      .catch((error: unknown) => {
        if (!(error instanceof RangeError)) throw error;
      });
  };
  await run(40, "40", "fine", [true]);
  await run(30, "30", "fine", [false, true]);
  await run(10, "10", "fine", [true]);
  await run(9, "9", "broken", [true]);
  await run(2, "2", "throw", []);
  await run(1, "1", "fine", [false, false]);
  return checkpointer;
}

let checkpointer: MemorySaver;
let stats: AgentStats;

describe("readAgentStats", () => {
  beforeAll(async () => {
    checkpointer = await record();
    stats = await readAgentStats(checkpointer, { now: NOW });
  });

  it("counts runs that failed at first, and how many of them were recovered", () => {
    expect(stats.threads).toBe(6);
    expect(stats.failed).toMatchObject({ count: 3, of: 6 });
    expect(stats.recovered).toMatchObject({ count: 1, of: 3 });
    expect(stats.failed.interval.lower).toBeCloseTo(0.118, 3);
  });

  it("counts runs that were stopped early as such, by alarm and by check, and not as exceptions", async () => {
    const saver = new MemorySaver();
    await stopEarly(saver);
    const { groups, nodes, stoppedEarly, versions } = await readAgentStats(saver, { now: NOW });
    expect(stoppedEarly).toMatchObject({ alarm: { count: 1, of: 3 }, check: { count: 1, of: 3 } });
    expect(groups.flatMap(({ errors }) => errors)).toEqual([]);
    expect(nodes.map(({ exceptions }) => exceptions.count)).toEqual(nodes.map(() => 0));
    expect(versions.filter(({ kind }) => kind === "verifier")).toMatchObject([
      { name: "log-1", failed: { count: 1, of: 1 } },
    ]);
    expect(stats.stoppedEarly.alarm).toMatchObject({ count: 0, of: 3 });
  });

  it("sums up the suspicion of each node, and counts where exceptions escaped", () => {
    const [plan] = stats.nodes;
    expect(plan).toMatchObject({ name: "plan", first: { count: 3, of: 3 }, exceptions: { count: 0, of: 3 } });
    // Three steps a run: 0.8 of 1.2 lies at the first one.
    expect(plan?.suspected).toBeCloseTo(2);
    expect(plan?.share.value).toBeCloseTo(2 / 3);
    expect(plan?.share.even).toBeCloseTo(1 / 3);
    expect(stats.nodes.reduce((sum, { suspected }) => sum + suspected, 0)).toBeCloseTo(3);
    expect(stats.nodes.find(({ name }) => name === "reply")?.exceptions.count).toBe(1);
    expect(stats.agents.find(({ name }) => name === "writer")?.suspected).toBeGreaterThan(0);
    expect(stats.tools.map(({ name }) => name)).toEqual(["search"]);
  });

  it("counts answers of tools that tell of errors", () => {
    expect(stats.toolErrors).toMatchObject([{ tool: "search", errors: { count: 1 } }]);
  });

  it("says what first attempts cost, and what rollbacks add", () => {
    const { cost } = stats;
    expect(cost).toMatchObject({ rolledBack: 3, rollbacks: 3 });
    expect(cost.first).toMatchObject({ steps: 3, tokens: 15 });
    expect(cost.redone.steps).toBeGreaterThan(0);
  });

  it("gives percentiles of durations by node and tool", () => {
    const names = stats.latencies.map(({ kind, name }) => `${kind} ${name}`).toSorted();
    expect(names).toEqual(["node plan", "node reply", "node tools", "tool search"]);
    for (const { p50, p90, p99 } of stats.latencies)
      expect([p50, p90, p99]).toEqual([p50, p90, p99].toSorted((a, b) => a - b));
  });

  it("holds the last period against those before", () => {
    expect(stats.trend).toMatchObject({
      last: { count: 2, of: 2 },
      before: { count: 1, of: 4 },
      is: "chance",
    });
    expect(stats.trend.periods.map(({ failed, runs }) => [runs, failed])).toEqual([
      [1, 0],
      [1, 1],
      [0, 0],
      [0, 0],
      [2, 0],
      [2, 2],
    ]);
  });

  it("tells models with their runs", () => {
    expect(stats.versions).toContainEqual(
      expect.objectContaining({
        kind: "model",
        name: "tiny-1",
        failed: expect.objectContaining({ count: 3, of: 6 }),
      }),
    );
  });

  it("groups failures, and marks those that are new and those that return", () => {
    const refunds = stats.groups.find(({ count }) => count === 2);
    expect(refunds).toMatchObject({
      mark: "returning",
      history: [0, 1, 0, 0, 0, 1],
      runs: [{ thread: "1" }, { thread: "30" }],
    });
    const thrown = stats.groups.find(({ errors }) => errors.length > 0);
    expect(thrown).toMatchObject({ mark: "new", count: 1, errors: [{ name: "RangeError", count: 1 }] });
    expect(thrown?.wordings[0]?.reason).toContain("Cannot reply to 17.");
  });

  it("leaves out older runs, and keeps the ids of groups", async () => {
    const recent = await readAgentStats(checkpointer, { now: NOW, since: "2026-03-20" });
    expect(recent.failed).toMatchObject({ count: 2, of: 4 });
    expect(recent.groups.map(({ id }) => id)).toEqual(stats.groups.map(({ id }) => id));
  });

  it("counts the runs of one agent alone", async () => {
    expect((await readAgentStats(checkpointer, { now: NOW, agent: "writer" })).failed.of).toBe(5);
    expect((await readAgentStats(checkpointer, { now: NOW, agent: "nobody" })).groups).toEqual([]);
  });

  it("reads the latest threads, and says that there are more", async () => {
    const some = await readAgentStats(checkpointer, { now: NOW, limit: 2 });
    expect(some).toMatchObject({ threads: 2, more: true, failed: { of: 2 } });
  });

  it("does not read a thread again that has not changed", async () => {
    const known = new Map();
    const first = await readAgentStats(checkpointer, { now: NOW, known });
    const reads = countReads(checkpointer);
    expect(await readAgentStats(checkpointer, { now: NOW, known })).toEqual(first);
    expect(reads.count).toBe(0);
  });

  it("tells of a thread that cannot be read, and counts the others", async () => {
    const broken = await record();
    const inner = broken.getTuple.bind(broken);
    broken.getTuple = async (config) => {
      if (config.configurable?.["thread_id"] === "30") throw new SyntaxError("damaged");
      return inner(config);
    };
    const told = await readAgentStats(broken, { now: NOW });
    expect(told.unreadable).toEqual({ threads: 1, first: "damaged" });
    expect(told.failed.of).toBe(5);
  });

  it("counts nothing where nothing has run", async () => {
    expect(await readAgentStats(new MemorySaver(), { now: NOW })).toMatchObject({
      threads: 0,
      failed: { count: 0, of: 0, interval: { lower: 0, upper: 1 } },
      groups: [],
      trend: { is: "unknown" },
    });
  });
});

/** Three runs that go wrong: an alarm stops one, a check one, and a verifier rejects one. */
async function stopEarly(saver: MemorySaver): Promise<void> {
  const verify = Object.assign((run: Parameters<typeof nothingWrong>[0]) => nothingWrong(run), {
    fingerprint: "log-1",
  });
  const watch = { alarm: alarmByLastLine(), scorer: byLastLine, audit: 1e-9, waitMs: 60_000 };
  const options = [{ watch }, { checks: { b: () => false } }, {}];
  for (const [thread, each] of options.entries()) {
    const graph = chainGraph({ b: alwaysWrong("b") }).builder.compile({ checkpointer: saver });
    const agent = withRollback(graph, {
      verify,
      scorer,
      maxRollbacks: 1,
      clock: () => NOW.getTime(),
      ...each,
    });
    await agent.invoke({}, on(String(thread)));
  }
}

/** Counts reads of single checkpoints. */
function countReads(saver: MemorySaver): { count: number } {
  const reads = { count: 0 };
  const inner = saver.getTuple.bind(saver);
  saver.getTuple = async (config) => {
    reads.count += 1;
    return inner(config);
  };
  return reads;
}
