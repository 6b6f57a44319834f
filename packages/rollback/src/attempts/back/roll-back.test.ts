import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on } from "../../fixtures/chain-graph.ts";
import { FailingSaver } from "../../fixtures/failing-saver.ts";
import type { Put } from "../../fixtures/listening-saver.ts";
import { readHistory, withRollback, type RollbackEvent } from "../../index.ts";

const HISTORY = "langgraph-rollback";

async function runOver(refuses: (put: Put) => boolean) {
  const events: RollbackEvent[] = [];
  const { ran, builder } = chainGraph({ b: alwaysWrong("b") });
  const graph = withRollback(builder.compile({ checkpointer: new FailingSaver(refuses) }), {
    verify: nothingWrong,
    noteChannel: "note",
    onEvent: (event) => events.push(event),
  });
  const output = await graph.invoke({ log: [] }, on("t"));
  return { ran, graph, output, events };
}

const own = { log: ["a:right", "b:wrong", "c:right"] };

describe("a checkpointer that fails", () => {
  it("to keep the history leaves the run's own output, and the event tells the problem", async () => {
    const { ran, graph, output, events } = await runOver(({ namespace }) => namespace === HISTORY);
    expect(output).toMatchObject(own);
    expect(ran).toEqual(["a", "b", "c"]);
    expect(await readHistory(graph, on("t"))).toEqual([]);
    expect(events.slice(1)).toMatchObject([
      {
        type: "rollback:problem",
        problem: { code: "UNEXPECTED", name: "Error", message: "the disk is full" },
      },
      { type: "rollback:ended", status: "gave-up", record: { outcome: { ok: false } } },
    ]);
  });

  it("to make the fork leaves the run's own output, with the problem in the history too", async () => {
    const { ran, graph, output, events } = await runOver(
      ({ namespace, source }) => namespace === "" && source === "update",
    );
    expect(output).toMatchObject(own);
    expect(ran).toEqual(["a", "b", "c"]);
    const [run] = await readHistory(graph, on("t"));
    expect(run).toMatchObject({
      status: "gave-up",
      attempts: [{ attempt: 1, decision: "give-up", problem: { message: "the disk is full" } }],
    });
    expect(run?.attempts[0]).not.toHaveProperty("rewind");
    expect(events.map(({ type }) => type)).toContain("rollback:problem");
  });

  it("for a moment to store a success's verdict is called again", async () => {
    let refusals = 2;
    const refuses = ({ namespace }: Put) => namespace === HISTORY && refusals-- > 0;
    const graph = withRollback(chainGraph().builder.compile({ checkpointer: new FailingSaver(refuses) }), {
      verify: nothingWrong,
    });
    await graph.invoke({ log: [] }, on("t"));
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "succeeded" }]);
  });

  it("to keep a success's verdict for good leaves the run unjudged, never failed", async () => {
    // The checkpointer takes a record again once it has refused the verdict three times.
    let refusals = 3;
    const refuses = ({ namespace }: Put) => namespace === HISTORY && refusals-- > 0;
    const events: RollbackEvent[] = [];
    const graph = withRollback(chainGraph().builder.compile({ checkpointer: new FailingSaver(refuses) }), {
      verify: nothingWrong,
      onFailure: "error",
      onEvent: (event) => events.push(event),
    });
    expect((await graph.invoke({ log: [] }, on("t"))).log).toHaveLength(3);
    expect(await readHistory(graph, on("t"))).toMatchObject([
      { status: "unjudged", attempts: [{ problem: { message: "the disk is full" } }] },
    ]);
    expect(events.at(-1)).toMatchObject({ type: "rollback:ended", status: "unjudged" });
  });

  it("to keep a success's verdict leaves the success", async () => {
    const events: RollbackEvent[] = [];
    const checkpointer = new FailingSaver(({ namespace }) => namespace === HISTORY);
    const graph = withRollback(chainGraph().builder.compile({ checkpointer }), {
      verify: nothingWrong,
      onFailure: "error",
      onEvent: (event) => events.push(event),
    });
    expect((await graph.invoke({ log: [] }, on("t"))).log).toHaveLength(3);
    expect(events.map(({ type }) => type)).toContain("rollback:problem");
  });

  it("while the graph runs makes the run throw, as it does without rollback", async () => {
    const checkpointer = new FailingSaver(({ source }) => source === "loop");
    const graph = withRollback(chainGraph().builder.compile({ checkpointer }), { verify: nothingWrong });
    await expect(graph.invoke({ log: [] }, on("t"))).rejects.toThrow("the disk is full");
  });
});
