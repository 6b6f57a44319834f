import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on } from "../fixtures/chain-graph.ts";
import { rollbackGraph, withRollback, type RollbackEvent } from "../index.ts";

/** Keeps threads in memory, and does not list them while its list is lost. */
class Unlisted extends MemorySaver {
  isLost = false;

  override async *list(...args: Parameters<MemorySaver["list"]>) {
    if (this.isLost) throw new Error("the connection was lost");
    yield* super.list(...args);
  }
}

function asking() {
  const checkpointer = new Unlisted();
  const problems: string[] = [];
  const onEvent = (event: RollbackEvent) =>
    event.type === "rollback:problem" && problems.push(event.problem.message);
  const { builder } = chainGraph({ b: () => `${String(interrupt("go on?"))}:right` });
  const options = { verify: nothingWrong, noteChannel: "note", onEvent };
  return { checkpointer, problems, graph: builder.compile({ checkpointer }), options };
}

const answered = ["a:right", "yes:right", "c:right"];

describe("a call whose run's history the checkpointer does not list", () => {
  it("goes as it would without rollback, with the problem beside it", async () => {
    const { checkpointer, problems, graph, options } = asking();
    const agent = withRollback(graph, options);
    await agent.invoke({ log: [] }, on("t"));
    checkpointer.isLost = true;
    expect((await agent.invoke(new Command({ resume: "yes" }), on("t"))).log).toEqual(answered);
    expect(problems[0]).toBe("the connection was lost");
  });

  it("is answered inside another graph, too", async () => {
    const { checkpointer, problems, graph, options } = asking();
    const agent = withRollback(graph, options);
    const Log = Annotation.Root({ log: Annotation<string[]> });
    const outer = new StateGraph(Log)
      .addNode("call", async () => ({ log: (await agent.invoke({ log: [] })).log }))
      .addEdge(START, "call")
      .compile({ checkpointer: new MemorySaver() });
    await outer.invoke({}, on("t"));
    checkpointer.isLost = true;
    expect((await outer.invoke(new Command({ resume: "yes" }), on("t"))).log).toEqual(answered);
    expect(problems[0]).toBe("the connection was lost");
  });

  it("is begun by `rollbackGraph`, too", async () => {
    const { checkpointer, problems, graph, options } = asking();
    await withRollback(graph, options).invoke({ log: [] }, on("inner"));
    const driven = rollbackGraph(graph, options).compile({ checkpointer: new MemorySaver() });
    checkpointer.isLost = true;
    const resume = new Command({ resume: "yes" });
    const { status, output } = await driven.invoke({ input: resume, threadId: "inner" }, on("outer"));
    expect({ status, output }).toMatchObject({ status: "succeeded", output: { log: answered } });
    expect(problems[0]).toBe("the connection was lost");
  });
});
