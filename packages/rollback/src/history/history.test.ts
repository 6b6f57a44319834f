import { MemorySaver } from "@langchain/langgraph";
import { uuid6 } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import { HistoryFormatError, NoCheckpointerError, ThreadIdError } from "../errors/index.ts";
import { listThreads, readHistory, readTrajectory, withRollback } from "../index.ts";
import { unreadableHistory } from "../inspection.ts";

const told = { verify: nothingWrong, noteChannel: "note" };

/** LangChain's serialiser takes it for one of its objects, and refuses to make one of a package that it does not know. */
const notSerialisable = { lc: 1, type: "constructor", id: ["somebody", "else"], kwargs: {} };

/** Puts an entry into a thread's history as nobody should; gives its id. */
async function putEntry(checkpointer: MemorySaver, value: unknown): Promise<string> {
  const id = uuid6(7);
  await checkpointer.put(
    { configurable: { thread_id: "t", checkpoint_ns: "langgraph-rollback" } },
    {
      v: 4,
      id,
      ts: "2026-01-01T00:00:00.000Z",
      channel_values: { attempt: value },
      channel_versions: { attempt: 1 },
      versions_seen: {},
    },
    { source: "update", step: 7, parents: {} },
  );
  return id;
}

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

  it("keeps the runs of a thread apart, newest first, and threads apart", async () => {
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), told);
    await graph.invoke({ log: ["one"] }, on("t"));
    await graph.invoke({ log: ["two"], note: "" }, on("t"));
    await graph.invoke({ log: ["other"] }, on("u"));
    const runs = await readHistory(graph, on("t"));
    expect(runs.map(({ attempts }) => attempts.length)).toEqual([2, 2]);
    expect(new Set(runs.map(({ run }) => run)).size).toBe(2);
    expect(runs.map(({ attempts }) => attempts[0]?.at ?? "")).toEqual(
      runs
        .map(({ attempts }) => attempts[0]?.at ?? "")
        .toSorted()
        .toReversed(),
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

  it.each([
    ["of a newer version", { version: 2 }, "at version"],
    ["that the serialiser refuses", notSerialisable, "Invalid namespace"],
  ])("leaves out an entry %s, and tells of it beside the others", async (_, value, detail) => {
    const checkpointer = new MemorySaver();
    const graph = withRollback(chainGraph().builder.compile({ checkpointer }), told);
    await graph.invoke({ log: ["before"] }, on("t"));
    const id = await putEntry(checkpointer, value);
    await graph.invoke({ log: ["after"] }, on("t"));
    const runs = await readHistory(graph, on("t"));
    expect(runs.map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
    const [unreadable, ...others] = await unreadableHistory(graph, on("t"));
    expect(others).toEqual([]);
    expect(unreadable).toBeInstanceOf(HistoryFormatError);
    expect(unreadable).toMatchObject({ code: "HISTORY_FORMAT", checkpointId: id });
    expect(unreadable?.message).toContain(detail);
    const { threads } = await listThreads(graph, 10);
    expect(threads.map(({ threadId }) => threadId)).toEqual(["t"]);
  });

  it("lets a turn that fails after an unreadable entry be rolled back", async () => {
    const checkpointer = new MemorySaver();
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile({ checkpointer }), told);
    await putEntry(checkpointer, notSerialisable);
    await graph.invoke({ log: [] }, on("t"));
    expect((await readHistory(graph, on("t"))).map(({ status }) => status)).toEqual(["recovered"]);
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
