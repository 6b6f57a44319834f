import { describe, expect, it } from "vitest";

import { input, pair, thread } from "./graphs.ts";

async function collected<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const chunks: T[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

/** A graph whose own iterator yields the given chunks, whatever it is called with. */
function yielding(chunks: readonly unknown[], error?: Error) {
  const graph = pair();
  const iterate = async function* () {
    yield* chunks;
    if (error !== undefined) throw error;
  };
  Object.defineProperty(graph, "_streamIterator", { value: iterate });
  return graph;
}

describe("the stream mode tasks (else withAttempts does not know where a step starts)", () => {
  it("has a chunk with `triggers` when a task starts, before any chunk of that task, and one with its result", async () => {
    const options = { ...thread, streamMode: ["tasks" as const, "updates" as const] };
    const chunks = await collected(await pair().stream(input, options));
    expect(
      chunks.map(([mode, chunk]) =>
        mode === "updates"
          ? `updates of ${Object.keys(chunk)[0]}`
          : `${"triggers" in chunk ? "start" : "end"} of ${chunk.name}`,
      ),
    ).toEqual(["start of a", "updates of a", "end of a", "start of b", "updates of b", "end of b"]);
  });

  it("names the tasks that the store names", async () => {
    const graph = pair();
    const chunks = await collected(await graph.stream(input, { ...thread, streamMode: "tasks" }));
    const stored: string[] = [];
    for await (const { tasks } of graph.getStateHistory(thread)) stored.push(...tasks.map(({ id }) => id));
    expect(chunks.length).toBe(4);
    for (const { id } of chunks) expect(stored).toContain(id);
  });
});

describe("the stream of a graph (else withAttempts gives chunks to the wrong attempt)", () => {
  it("passes the chunks of its iterator on one for one, of whatever type", async () => {
    const chunks = ["text", 0, false, null, { a: 1 }];
    expect(await collected(await yielding(chunks).stream(input, thread))).toEqual(chunks);
  });

  it("encodes them one for one, and adds one that tells of an exception", async () => {
    const graph = yielding(
      [
        [null, "custom", 1],
        [null, "custom", 2],
      ],
      new Error("broke"),
    );
    const encoded = await graph.stream(input, { ...thread, encoding: "text/event-stream" });
    const names = (await collected(encoded)).map(
      (chunk) => /^event: (\w+)/.exec(new TextDecoder().decode(chunk))?.[1],
    );
    expect(names).toEqual(["custom", "custom", "error"]);
  });

  it("is of the mode `streamMode` of the graph where the call names none, in chunks of one mode", async () => {
    const graph = pair();
    expect(graph.streamMode).toEqual(["updates"]);
    expect(await collected(await graph.stream(input, thread))).toEqual([
      { a: { log: ["a"] } },
      { b: { log: ["b"] } },
    ]);
  });

  it("passes config keys that it does not know on to its iterator, but not into nodes", async () => {
    const seen: boolean[] = [];
    const graph = pair({ a: (config) => void seen.push("ours" in config) });
    const iterate = graph._streamIterator.bind(graph);
    const watch: typeof iterate = (given, options) => {
      seen.push("ours" in Object(options));
      return iterate(given, options);
    };
    Object.defineProperty(graph, "_streamIterator", { value: watch });
    const config = { ...thread, ours: true };
    await collected(await graph.stream(input, config));
    expect(seen).toEqual([true, false]);
  });

  it("continues in the background when its reader stops, so that stopWithReader is needed", async () => {
    let ended = () => {};
    const end = new Promise<void>((resolve) => (ended = resolve));
    const graph = pair({ b: () => ended() });
    for await (const _ of await graph.stream(input, thread)) break;
    await expect(end).resolves.toBeUndefined();
  });
});

describe("config.metadata (else tokens do not say which attempt they are of)", () => {
  it("is in the start of each task", async () => {
    const options = { ...thread, streamMode: "tasks" as const, metadata: { rollback_attempt: 2 } };
    const [start] = await collected(await pair().stream(input, options));
    expect(start).toMatchObject({ name: "a", metadata: { rollback_attempt: 2 } });
  });
});
