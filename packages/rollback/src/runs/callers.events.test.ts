import {
  Annotation,
  MemorySaver,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { withRollback } from "../index.ts";

const State = Annotation.Root({ log: Annotation<string[]> });

const STORY = [
  "rollback:attempt-started",
  "rollback:rolled-back",
  "rollback:attempt-started",
  "rollback:ended",
];

const recovering = () =>
  withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), {
    verify: nothingWrong,
    noteChannel: "note",
  });

type Inner = ReturnType<typeof recovering>;

/** The custom chunks of a graph that calls a wrapped graph in its node. */
async function customChunks(call: (inner: Inner, config: LangGraphRunnableConfig) => Promise<unknown>) {
  const inner = recovering();
  const outer = new StateGraph(State)
    .addNode("agent", async (_, config) => {
      await call(inner, config);
      return {};
    })
    .addEdge(START, "agent")
    .compile({ checkpointer: new MemorySaver() });
  const chunks: unknown[] = [];
  for await (const chunk of await outer.stream({ log: [] }, { ...on("outer"), streamMode: "custom" }))
    chunks.push(chunk);
  return chunks;
}

const typesOf = (chunks: readonly unknown[]) =>
  chunks.map((chunk): unknown => Reflect.get(Object(chunk), "type"));

describe("the events of a wrapped graph that is called inside another graph", () => {
  it.each([true, false])(
    "are custom chunks of that graph's stream (config passed on: %s)",
    async (passed) => {
      const chunks = await customChunks((inner, config) =>
        passed ? inner.invoke({ log: [] }, config) : inner.invoke({ log: [] }),
      );
      expect(typesOf(chunks)).toEqual(STORY);
      expect(chunks[0]).toMatchObject({ threadId: expect.stringMatching(/^outer\/agent:/) });
    },
  );

  it("are so too if it is a node", async () => {
    const outer = new StateGraph(State).addNode("agent", recovering()).addEdge(START, "agent").compile();
    const chunks: unknown[] = [];
    for await (const chunk of await outer.stream({ log: [] }, { streamMode: "custom" })) chunks.push(chunk);
    expect(typesOf(chunks)).toEqual(STORY);
  });

  it("are not doubled where the node streams it and passes its chunks on", async () => {
    const chunks = await customChunks(async (inner, config) => {
      for await (const chunk of await inner.stream({ log: [] }, { streamMode: "custom" }))
        config.writer?.(chunk);
    });
    expect(typesOf(chunks)).toEqual(STORY);
  });
});
