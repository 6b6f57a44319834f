import { InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { threadsIn } from "../fixtures/contents-of.ts";
import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { readHistory, RecordingSaver, withRollback } from "../index.ts";

const told = { verify: nothingWrong, noteChannel: "note" };
const right = ["a:right", "b:right", "c:right"];

describe("a checkpointer and a checkpointer that are assigned after compiling, as LangGraph's server does", () => {
  it("are those of the runs that follow", async () => {
    const [checkpointer, store] = [new MemorySaver(), new InMemoryStore()];
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), told);
    graph.checkpointer = checkpointer;
    graph.store = store;
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(right);
    expect(await threadsIn(checkpointer)).toEqual(["t"]);
    expect(graph.store).toBe(store);
  });

  it("keep what was recorded over them when they are assigned again", () => {
    const checkpointer = new MemorySaver();
    const graph = withRollback(chainGraph().builder.compile(), told);
    graph.checkpointer = checkpointer;
    const recorder = graph.checkpointer;
    graph.checkpointer = checkpointer;
    expect(graph.checkpointer).toBe(recorder);
    expect(recorder).toBeInstanceOf(RecordingSaver);
  });

  it("leave a run that is in progress where it is", async () => {
    const checkpointer = new MemorySaver();
    const { ran, builder } = chainGraph({
      b: (state) => {
        // A run without a thread gets another checkpointer from the server, on the same graph.
        graph.checkpointer = new MemorySaver();
        return untilTold("b")(state);
      },
    });
    const graph = withRollback(builder.compile({ checkpointer }), told);
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(right);
    expect(ran.join("")).toBe("abcabc");
    graph.checkpointer = checkpointer;
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "recovered" }]);
  });
});

describe("streamEvents v3, by which the server's newer protocol runs a graph", () => {
  it("gives both attempts, the rollback between them, and the output of the one that stands", async () => {
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), told);
    const run = await graph.streamEvents({ log: [] }, { ...on("t"), version: "v3" });
    const story: unknown[] = [];
    for await (const { method, params } of run) {
      const data: object = Object(params.data);
      if (method === "updates") story.push(Reflect.get(data, "node"));
      if (method === "custom") story.push(Reflect.get(Object(Reflect.get(data, "payload")), "type"));
    }
    expect(story).toEqual([
      "rollback:attempt-started",
      "a",
      "b",
      "c",
      "rollback:rolled-back",
      "rollback:attempt-started",
      "a",
      "b",
      "c",
      "rollback:ended",
    ]);
    expect(await run.output).toMatchObject({ log: right });
  });
});
