import { Command, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { SerializerProtocol } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { input, LogState, pair, stored, thread } from "./graphs.ts";

const held = (where: object) =>
  new StateGraph(LogState)
    .addNode("a", () => ({ log: ["a"] }))
    .addNode("b", () => ({ log: ["b"] }))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .compile({ checkpointer: new MemorySaver(), ...where });

const chunksOf = async (stream: Promise<AsyncIterable<unknown>>) => {
  const chunks: unknown[] = [];
  for await (const chunk of await stream) chunks.push(chunk);
  return chunks;
};

describe("a run that waits (else its history is wrong, or one approval lets two attempts pass)", () => {
  it("ends its values and its updates with __interrupt__, which is an empty list at a breakpoint", async () => {
    const asking = new StateGraph(LogState)
      .addNode("ask", () => ({ log: [interrupt<string, string>("which one?")] }))
      .addEdge(START, "ask")
      .compile({ checkpointer: new MemorySaver() });
    for (const streamMode of ["values", "updates"] as const) {
      const thread_id = streamMode;
      const options = { configurable: { thread_id }, streamMode };
      const ends = await Promise.all(
        [held({ interruptBefore: ["b"] }), asking].map((graph) => chunksOf(graph.stream(input, options))),
      );
      expect(ends.map((chunks) => chunks.at(-1))).toMatchObject([
        { __interrupt__: [] },
        { __interrupt__: [{ value: "which one?" }] },
      ]);
    }
  });

  it.each([{ interruptBefore: ["b"] }, { interruptAfter: ["a"] }])(
    "passes the breakpoint when it is called with null at a checkpoint by its name: %o",
    async (where) => {
      const graph = held(where);
      await graph.invoke(input, thread);
      const [head] = await stored(graph);
      const { checkpoint_id } = head?.config.configurable ?? {};
      const output = await graph.invoke(null, { configurable: { ...thread.configurable, checkpoint_id } });
      expect(output.log.slice(-2)).toEqual(["a", "b"]);
    },
  );
});

describe("a Command on a finished thread (else its steps are taken for those of the run before)", () => {
  it.each([new Command({ goto: "b" }), new Command({ update: { log: ["more"] }, goto: "b" })])(
    "stores a checkpoint of source input first: %o",
    async (command) => {
      const graph = pair();
      await graph.invoke(input, thread);
      const before = (await stored(graph)).length;
      await graph.invoke(command, thread);
      const added = (await stored(graph)).slice(0, -before).toReversed();
      expect(added.map(({ metadata }) => metadata?.source)).toEqual(["input", "loop"]);
    },
  );
});

describe("a store's serialiser (else one entry that cannot be read hides all others)", () => {
  it("is in the field `serde`, where it can be lent to a store that inherits from another", async () => {
    const graph = pair();
    await graph.invoke(input, thread);
    const { checkpointer } = graph;
    if (typeof checkpointer !== "object") throw new Error("Expected a checkpointer.");
    const read: string[] = [];
    const serde: SerializerProtocol = {
      dumpsTyped: (value) => checkpointer.serde.dumpsTyped(value),
      loadsTyped: (type, data) => {
        read.push(type);
        return checkpointer.serde.loadsTyped(type, data);
      },
    };
    const lent: typeof checkpointer = Object.create(checkpointer, { serde: { value: serde } });
    await lent.getTuple(thread);
    const byTuple = read.length;
    for await (const _ of lent.list(thread));
    expect(byTuple).toBeGreaterThan(0);
    expect(read.length).toBeGreaterThan(byTuple);
  });
});
