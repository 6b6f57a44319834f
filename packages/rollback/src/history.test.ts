import { MemorySaver } from "@langchain/langgraph";
import { uuid6 } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on, untilTold } from "./fixtures/chain-graph.ts";
import { calibratedAt } from "./fixtures/labelled-failures.ts";
import {
  HistoryFormatError,
  NoCheckpointerError,
  readHistory,
  readTrajectory,
  ThreadIdError,
  withRollback,
} from "./index.ts";

const told = { verify: nothingWrong, noteChannel: "note" };

describe("readHistory", () => {
  it("gives each attempt's decision, and a head whose steps can be read", async () => {
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), {
      ...told,
      calibration: await calibratedAt(1),
      clock: () => Date.UTC(2026, 0, 1),
      ids: () => "id",
    });
    await graph.invoke({ log: ["in"] }, on("t"));
    const [run, ...others] = await readHistory(graph, on("t"));
    expect(others).toEqual([]);
    expect(run).toMatchObject({ run: "id", status: "recovered" });
    const [failed, passed] = run?.attempts ?? [];
    expect(failed).toMatchObject({
      version: 1,
      run: "id",
      attempt: 1,
      at: "2026-01-01T00:00:00.000Z",
      decision: "roll-back",
      reason: "Attempt 1 failed (something is wrong); rewound to before step 2 of 3.",
      note: expect.stringContaining("[rollback] Attempt 1"),
      updates: { note: expect.stringContaining("[rollback] Attempt 1") },
    });
    expect(failed?.attribution?.scores).toHaveLength(3);
    const branch = async (head: string | undefined) => {
      const config = { configurable: { thread_id: "t", checkpoint_id: head } };
      return (await readTrajectory(graph, config)).steps.map(({ content }) => content);
    };
    expect(await branch(failed?.head)).toEqual(['log: ["a:right"]', 'log: ["b:wrong"]', 'log: ["c:right"]']);
    expect(await branch(passed?.head)).toEqual(['log: ["a:right"]', 'log: ["b:right"]', 'log: ["c:right"]']);
  });

  it("is read with the user's own graph too, from the same store", async () => {
    const checkpointer = new MemorySaver();
    const graph = chainGraph({ b: alwaysWrong("b") }).builder.compile({ checkpointer });
    const wrapped = withRollback(graph, told);
    await wrapped.invoke({ log: [] }, on("t"));
    expect(await readHistory(graph, on("t"))).toEqual(await readHistory(wrapped, on("t")));
  });

  it("keeps the runs of a thread apart, oldest first, and threads apart", async () => {
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), told);
    await graph.invoke({ log: ["one"] }, on("t"));
    await graph.invoke({ log: ["two"], note: "" }, on("t"));
    await graph.invoke({ log: ["other"] }, on("u"));
    const runs = await readHistory(graph, on("t"));
    expect(runs.map(({ attempts }) => attempts.length)).toEqual([2, 2]);
    expect(new Set(runs.map(({ run }) => run)).size).toBe(2);
    expect(runs.map(({ attempts }) => attempts[0]?.at ?? "")).toEqual(
      runs.map(({ attempts }) => attempts[0]?.at ?? "").toSorted(),
    );
    expect(await readHistory(graph, on("u"))).toHaveLength(1);
    expect(await readHistory(graph, on("nobody's"))).toEqual([]);
  });

  it("is never seen by LangGraph's own history, and is gone with its thread", async () => {
    const checkpointer = new MemorySaver();
    const wrapped = withRollback(chainGraph({ b: untilTold("b") }).builder.compile({ checkpointer }), told);
    await wrapped.invoke({ log: [] }, on("t"));
    for await (const { config } of wrapped.getStateHistory(on("t")))
      expect(config.configurable?.["checkpoint_ns"] ?? "").toBe("");
    await checkpointer.deleteThread("t");
    expect(await readHistory(wrapped, on("t"))).toEqual([]);
  });

  it("throws HistoryFormatError on an entry that cannot be read, with the entry's id and field", async () => {
    const checkpointer = new MemorySaver();
    const graph = withRollback(chainGraph().builder.compile({ checkpointer }), told);
    await graph.invoke({ log: [] }, on("t"));
    const id = uuid6(7);
    await checkpointer.put(
      { configurable: { thread_id: "t", checkpoint_ns: "langgraph-rollback" } },
      {
        v: 4,
        id,
        ts: "2026-01-01T00:00:00.000Z",
        channel_values: { attempt: { version: 2 } },
        channel_versions: { attempt: 1 },
        versions_seen: {},
      },
      { source: "update", step: 7, parents: {} },
    );
    const thrown: unknown = await readHistory(graph, on("t")).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(HistoryFormatError);
    expect(thrown).toMatchObject({ code: "HISTORY_CORRUPT", checkpointId: id });
    expect(String(thrown)).toContain("at version");
  });

  it("does not let an unreadable history spoil a run", async () => {
    const checkpointer = new MemorySaver();
    const { builder } = chainGraph({ b: alwaysWrong("b") });
    const graph = withRollback(builder.compile({ checkpointer }), told);
    await checkpointer.put(
      { configurable: { thread_id: "t", checkpoint_ns: "langgraph-rollback" } },
      {
        v: 4,
        id: uuid6(0),
        ts: "2026-01-01T00:00:00.000Z",
        channel_values: { attempt: "rubbish" },
        channel_versions: { attempt: 1 },
        versions_seen: {},
      },
      { source: "update", step: 0, parents: {} },
    );
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(["a:right", "b:wrong", "c:right"]);
  });

  it("asks for a thread, and for a checkpointer", async () => {
    const graph = chainGraph().builder.compile();
    const wrapped = withRollback(graph, told);
    await expect(readHistory(wrapped, {})).rejects.toBeInstanceOf(ThreadIdError);
    await expect(readHistory(graph, on("t"))).rejects.toBeInstanceOf(NoCheckpointerError);
  });
});
