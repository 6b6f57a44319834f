import { AIMessage } from "@langchain/core/messages";
import { RunnableLambda, type Runnable, type RunnableConfig } from "@langchain/core/runnables";
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { createAgent, fakeModel, tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { contentsOf, threadsIn } from "../fixtures/contents-of.ts";
import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { readHistory, withRollback } from "../index.ts";

type Log = { log: string[] };
type Inner = { invoke(input: Log, config?: RunnableConfig): Promise<Log> } & Runnable;

const State = Annotation.Root({ log: Annotation<string[]>, note: Annotation<string> });

/** A graph of one node. */
const outerOf = (node: Runnable | ((state: Log, config: RunnableConfig) => Promise<Log>)) =>
  new StateGraph(State).addNode("agent", node).addEdge(START, "agent");

/** An agent that calls a tool once. */
function agentWith(work: () => Promise<Log>, version: "v1" | "v2", checkpointer: MemorySaver) {
  const act = tool(async () => (await work()).log.join(" "), {
    name: "act",
    description: "acts",
    schema: z.object({}),
  });
  const model = fakeModel()
    .respondWithTools([{ name: "act", args: {}, id: "call-1" }])
    .respond(new AIMessage("done"));
  return createAgent({ model, tools: [act], version, checkpointer });
}

const asked = { messages: [{ role: "user" as const, content: "act" }] };

/** Each runs something inside another graph, on the thread "outer" of a checkpointer. */
const CALLERS: Record<string, (inner: Inner, checkpointer: MemorySaver) => Promise<unknown>> = {
  "a node that passes nothing on": (inner, checkpointer) =>
    outerOf(({ log }) => inner.invoke({ log }))
      .compile({ checkpointer })
      .invoke({ log: ["in"] }, on("outer")),
  "a node that passes its config on": (inner, checkpointer) =>
    outerOf(({ log }, config) => inner.invoke({ log }, config))
      .compile({ checkpointer })
      .invoke({ log: ["in"] }, on("outer")),
  "a graph of which it is a node": (inner, checkpointer) =>
    outerOf(inner)
      .compile({ checkpointer })
      .invoke({ log: ["in"] }, on("outer")),
  "a subgraph's node": (inner, checkpointer) =>
    outerOf(outerOf(({ log }) => inner.invoke({ log })).compile())
      .compile({ checkpointer })
      .invoke({ log: ["in"] }, on("outer")),
  "a node, as a step of a sequence": (inner, checkpointer) =>
    outerOf(RunnableLambda.from(({ log }: Log) => ({ log })).pipe(inner))
      .compile({ checkpointer })
      .invoke({ log: ["in"] }, on("outer")),
  "a tool of an agent (v1)": (inner, checkpointer) =>
    agentWith(() => inner.invoke({ log: ["in"] }), "v1", checkpointer).invoke(asked, on("outer")),
  "a tool of an agent (v2)": (inner, checkpointer) =>
    agentWith(() => inner.invoke({ log: ["in"] }), "v2", checkpointer).invoke(asked, on("outer")),
};

describe.each(Object.entries(CALLERS))("called by %s", (_, call) => {
  it("recovers on a thread and in a checkpointer of its own, and leaves nothing in the caller's", async () => {
    const [outerStore, innerStore] = [new MemorySaver(), new MemorySaver()];
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    const inner = withRollback(builder.compile({ checkpointer: innerStore }), {
      verify: nothingWrong,
      noteChannel: "note",
    });
    await call(inner, outerStore);

    expect(ran.join("")).toBe("abcabc");
    const [thread = "", ...others] = await threadsIn(innerStore);
    expect(others).toEqual([]);
    const { values } = await inner.getState(on(thread));
    expect(values.log).toEqual(["in", "a:right", "b:right", "c:right"]);
    expect(await readHistory(inner, on(thread))).toMatchObject([{ status: "recovered" }]);

    const plainStore = new MemorySaver();
    await call(
      RunnableLambda.from(() => ({ ...values })),
      plainStore,
    );
    expect(await contentsOf(outerStore)).toEqual(await contentsOf(plainStore));
  });

  it("keeps out of the caller's thread when both have one store", async () => {
    const store = new MemorySaver();
    const { builder } = chainGraph({ b: untilTold("b") });
    const inner = withRollback(builder.compile({ checkpointer: store }), {
      verify: nothingWrong,
      noteChannel: "note",
    });
    await call(inner, store);
    const [outer, thread = "", ...others] = await threadsIn(store);
    expect([outer, others]).toEqual(["outer", []]);
    expect(thread).toMatch(/^outer\/.*(agent|tools):/);
    expect(await readHistory(inner, on(thread))).toMatchObject([{ status: "recovered" }]);
  });
});
