import { MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { describe, expect, it } from "vitest";

import { chainGraph, on, untilTold } from "../fixtures/chain-graph.ts";
import { readHistory, readTrajectory, withRollback } from "../index.ts";
import { forkThread, previewActions, retryFrom, stopRun } from "./index.ts";

describe.each([
  { name: "memory", saver: () => new MemorySaver() },
  { name: "SQLite", saver: () => SqliteSaver.fromConnString(":memory:") },
])("a fork over $name", ({ saver }) => {
  const finished = async () => {
    const { builder, ran } = chainGraph({ b: untilTold("b") });
    const graph = withRollback(builder.compile({ checkpointer: saver() }), {
      verify: () => true,
      noteChannel: "note",
    });
    await graph.invoke({ log: ["start"] }, on("t"));
    const { expected } = await previewActions(graph, on("t"));
    ran.length = 0;
    return { graph, ran, request: { step: 1, thread: "what-if", by: "ada", expected } };
  };

  it("is a thread of its own, which runs on from the step; the first one stays as it is", async () => {
    const { graph, ran, request } = await finished();
    const before = await graph.getState(on("t"));
    const forked = await forkThread(graph, on("t"), request);
    expect(forked).toMatchObject({ threadId: "what-if", step: 1 });
    const state = await graph.getState(on("what-if"));
    expect(state).toMatchObject({ next: ["b"], values: { log: ["start", "a:right"] } });
    await graph.updateState(on("what-if"), { note: "told" });
    const { log } = await graph.invoke(null, on("what-if"));
    expect(log).toEqual(["start", "a:right", "b:right", "c:right"]);
    expect(ran).toEqual(["b", "c"]);
    expect(await graph.getState(on("t"))).toEqual(before);
    const { steps } = await readTrajectory(graph, on("what-if"));
    expect(steps.map(({ agent }) => agent)).toEqual(["a", "b", "c"]);
    expect(await readHistory(graph, on("what-if"))).toMatchObject([
      { status: "succeeded", attempts: [{ attempt: 1 }] },
    ]);
    expect((await readHistory(graph, on("t")))[0]?.actions).toMatchObject([
      { action: "fork", by: "ada", step: 1, thread: "what-if" },
    ]);
  });

  it("is made once by two clicks", async () => {
    const { graph, request } = await finished();
    const first = await forkThread(graph, on("t"), request);
    await graph.invoke(null, on("what-if"));
    expect(await forkThread(graph, on("t"), request)).toEqual(first);
    expect((await graph.getState(on("what-if"))).next).toEqual([]);
  });

  it("takes the place of no thread that exists", async () => {
    const { graph, request } = await finished();
    await graph.invoke({}, on("what-if"));
    await expect(forkThread(graph, on("t"), request)).rejects.toMatchObject({ code: "ACTION_REFUSED" });
    await expect(forkThread(graph, on("t"), { ...request, thread: "t" })).rejects.toMatchObject({
      code: "INVALID_OPTION",
    });
  });
});

describe("a run that a person has started", () => {
  it("is stopped, and the history says by whom; it can be gone on with", async () => {
    let isSlow = false;
    const { builder, ran } = chainGraph({
      b: async () => {
        if (isSlow) await new Promise((resolve) => setTimeout(resolve, 60));
        return "b";
      },
    });
    const graph = withRollback(builder.compile({ checkpointer: new MemorySaver() }), { verify: () => true });
    await graph.invoke({}, on("t"));
    isSlow = true;
    const { expected } = await previewActions(graph, on("t"));
    ran.length = 0;
    const retried = retryFrom(graph, on("t"), { step: 1, by: "ada", expected });
    const ended = Promise.allSettled([retried]);
    while (!ran.includes("b")) await new Promise((resolve) => setTimeout(resolve, 1));
    await stopRun(graph, on("t"), { by: "bob" });
    expect(await ended).toMatchObject([
      { reason: { name: "AbortError", message: "The run was stopped by bob." } },
    ]);
    expect((await readHistory(graph, on("t")))[0]).toMatchObject({
      status: "running",
      actions: [
        { action: "retry", by: "ada", attempt: 1 },
        { action: "stop", by: "bob", attempt: 2 },
      ],
    });
    await expect(stopRun(graph, on("t"), { by: "bob" })).rejects.toMatchObject({ code: "ACTION_REFUSED" });
    await graph.invoke(null, on("t"));
    expect((await readHistory(graph, on("t")))[0]?.status).toBe("recovered");
  });
});
