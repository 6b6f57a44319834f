import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { input, pair, stored, thread } from "./graphs.ts";

/** A graph that tells of each call of its inner iterator. */
function watched() {
  const graph = pair();
  const inputs: unknown[] = [];
  const iterate = graph._streamIterator.bind(graph);
  const watch: typeof iterate = (given, options) => {
    inputs.push(given);
    return iterate(given, options);
  };
  Object.defineProperty(graph, "_streamIterator", { value: watch });
  return { graph, inputs };
}

const drain = async (chunks: AsyncIterable<unknown>) => {
  for await (const _ of chunks);
};

describe("Pregel._streamIterator (else withRollback misses runs)", () => {
  it("is what invoke calls, once", async () => {
    const { graph, inputs } = watched();
    await graph.invoke(input, thread);
    expect(inputs).toEqual([input]);
  });

  it("is what stream calls, once", async () => {
    const { graph, inputs } = watched();
    await drain(await graph.stream(input, thread));
    expect(inputs).toEqual([input]);
  });

  it("is what streamEvents calls, once", async () => {
    const { graph, inputs } = watched();
    await drain(graph.streamEvents(input, { ...thread, version: "v2" }));
    expect(inputs).toEqual([input]);
  });

  it("is what batch calls, once for each input", async () => {
    const { graph, inputs } = watched();
    const on = (id: string) => ({ configurable: { thread_id: id } });
    await graph.batch([input, { log: ["other"] }], [on("t"), on("u")]);
    expect(inputs).toEqual([input, { log: ["other"] }]);
  });
});

describe("Pregel.withConfig (else withRollback would alter the user's graph, or return another type)", () => {
  it("makes a copy of the same class, whose checkpointer is its own", async () => {
    const graph = pair();
    const copy = graph.withConfig({});
    expect(copy).toBeInstanceOf(graph.constructor);
    expect(copy).not.toBe(graph);
    const own = graph.checkpointer;
    copy.checkpointer = new MemorySaver();
    expect(graph.checkpointer).toBe(own);
    await copy.invoke(input, thread);
    expect(await stored(graph)).toEqual([]);
    expect(await stored(copy)).toHaveLength(4);
  });
});

describe("durability (else a run cannot be rewound)", () => {
  it('"exit" stores one checkpoint, so withRollback must refuse it', async () => {
    const graph = pair();
    await graph.invoke(input, { ...thread, durability: "exit" });
    expect(await stored(graph)).toHaveLength(1);
  });

  it.each(["sync", "async"] as const)(
    '"%s" stores one for the input and one for each superstep',
    async (durability) => {
      const graph = pair();
      await graph.invoke(input, { ...thread, durability });
      expect(await stored(graph)).toHaveLength(4);
    },
  );
});
