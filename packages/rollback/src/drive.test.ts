import { Annotation, END, InMemoryStore, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, ChainState, nothingWrong, on, untilTold } from "./fixtures/chain-graph.ts";
import { calibratedAt } from "./fixtures/labelled-failures.ts";
import { DurabilityError } from "./errors/index.ts";
import { readHistory, RecordingSaver, withRollback, type RollbackEvent } from "./index.ts";

const told = { verify: nothingWrong, noteChannel: "note" };

async function collected<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const chunks: T[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

/** a, b, c, then b and c again. */
async function recovering() {
  const { ran, builder } = chainGraph({ b: untilTold("b") });
  const calibration = await calibratedAt(1);
  const events: RollbackEvent[] = [];
  const onEvent = (event: RollbackEvent) => events.push(event);
  return { ran, events, graph: withRollback(builder.compile(), { ...told, calibration, onEvent }) };
}

const EVENTS = [
  "rollback:attempt-started",
  "rollback:rolled-back",
  "rollback:attempt-started",
  "rollback:ended",
];

const typeOf = (event: unknown): unknown =>
  typeof event === "object" && event !== null && "type" in event ? event.type : event;

describe("stream", () => {
  it("gives the chunks of each attempt in order", async () => {
    const { graph } = await recovering();
    const chunks = await collected(await graph.stream({ log: [] }, { ...on("t"), streamMode: "updates" }));
    expect(chunks.flatMap((chunk) => Object.keys(chunk))).toEqual(["a", "b", "c", "b", "c"]);
  });

  it("gives the fork's state first when it streams values", async () => {
    const { graph } = await recovering();
    const chunks = await collected(await graph.stream({ log: [] }, { ...on("t"), streamMode: "values" }));
    expect(chunks.map(({ log }) => log.length)).toEqual([0, 1, 2, 3, 1, 2, 3]);
  });

  it("gives the rollback's events in the custom mode, as they are told to `onEvent`", async () => {
    const { graph, events } = await recovering();
    const chunks = await collected(await graph.stream({ log: [] }, { ...on("t"), streamMode: "custom" }));
    expect(chunks).toEqual(events);
    expect(chunks.map(typeOf)).toEqual(EVENTS);
  });

  it("tells modes apart when there are several", async () => {
    const { graph } = await recovering();
    const options = { ...on("t"), streamMode: ["updates" as const, "custom" as const] };
    const chunks = await collected(await graph.stream({ log: [] }, options));
    const seen = chunks.map(([mode, chunk]) => [
      mode,
      mode === "custom" ? typeOf(chunk) : Object.keys(chunk)[0],
    ]);
    expect(seen).toEqual([
      ["custom", EVENTS[0]],
      ["updates", "a"],
      ["updates", "b"],
      ["updates", "c"],
      ["custom", EVENTS[1]],
      ["custom", EVENTS[2]],
      ["updates", "b"],
      ["updates", "c"],
      ["custom", EVENTS[3]],
    ]);
  });

  it("puts events into the outermost namespace when subgraphs are streamed", async () => {
    const { builder } = chainGraph();
    const parent = new StateGraph(ChainState)
      .addNode("inner", builder.compile())
      .addEdge(START, "inner")
      .addEdge("inner", END)
      .compile();
    const graph = withRollback(parent, { verify: ({ attempt }) => attempt > 1, noteChannel: "note" });
    const single = { ...on("t-1"), streamMode: "custom" as const, subgraphs: true as const };
    const events = await collected(await graph.stream({ log: [] }, single));
    expect(events.map(([namespace, event]) => [namespace, typeOf(event)])).toEqual(
      EVENTS.map((type) => [[], type]),
    );
    const several = {
      ...on("t-2"),
      streamMode: ["updates" as const, "custom" as const],
      subgraphs: true as const,
    };
    const chunks = await collected(await graph.stream({ log: [] }, several));
    expect(
      chunks
        .filter(([, mode]) => mode === "custom")
        .map(([namespace, , event]) => [namespace, typeOf(event)]),
    ).toEqual(EVENTS.map((type) => [[], type]));
    const inner = chunks.filter(([namespace]) => namespace.length > 0);
    expect(inner.flatMap(([, , chunk]) => Object.keys(chunk))).toEqual(["a", "b", "c", "a", "b", "c"]);
  });

  it("gives no events to a caller who did not ask for custom chunks", async () => {
    const { graph } = await recovering();
    const chunks = await collected(await graph.stream({ log: [] }, { ...on("t"), streamMode: ["updates"] }));
    expect(chunks).toHaveLength(5);
  });

  it("sends events as server-sent events too", async () => {
    const { graph } = await recovering();
    const options = {
      ...on("t"),
      streamMode: ["updates" as const, "custom" as const],
      encoding: "text/event-stream" as const,
    };
    const bytes = await collected(await graph.stream({ log: [] }, options));
    const names = bytes.map((chunk) => /^event: (.*)/.exec(new TextDecoder().decode(chunk))?.[1]);
    expect(names).toEqual([
      "custom",
      "updates",
      "updates",
      "updates",
      "custom",
      "custom",
      "updates",
      "updates",
      "custom",
    ]);
  });

  it("stops the attempt when its reader stops", async () => {
    const { ran, graph } = await recovering();
    for await (const _ of await graph.stream({ log: [] }, { ...on("t"), streamMode: "updates" })) break;
    expect(ran.length).toBeLessThan(3);
    expect(await readHistory(graph, on("t"))).toEqual([]);
  });
});

describe("the other ways of running a graph", () => {
  it("recovers in batch, each input on a thread of its own", async () => {
    const { ran, graph } = await recovering();
    const outputs = await graph.batch([{ log: ["one"] }, { log: ["two"] }]);
    expect(outputs.map(({ log }) => log)).toEqual([
      ["one", "a:right", "b:right", "c:right"],
      ["two", "a:right", "b:right", "c:right"],
    ]);
    expect(ran).toHaveLength(10);
  });

  it("recovers in streamEvents, whose last event holds the output", async () => {
    const { graph } = await recovering();
    const events = await collected(graph.streamEvents({ log: [] }, { ...on("t"), version: "v2" }));
    expect(events.at(-1)).toMatchObject({
      event: "on_chain_end",
      data: { output: { log: ["a:right", "b:right", "c:right"] } },
    });
    const nodes = events.filter(({ event, name }) => event === "on_chain_start" && /^[abc]$/.test(name));
    expect(nodes.map(({ name }) => name)).toEqual(["a", "b", "c", "b", "c"]);
  });

  it("recovers in copies that withConfig makes", async () => {
    const { ran, graph } = await recovering();
    const copy = graph.withConfig({ tags: ["copy"] }).withConfig({ metadata: { made: "twice" } });
    await copy.invoke({ log: [] }, on("t"));
    expect(ran).toEqual(["a", "b", "c", "b", "c"]);
    expect((await readHistory(graph, on("t")))[0]?.status).toBe("recovered");
  });

  it("keeps to the thread that withConfig has bound", async () => {
    const { graph } = await recovering();
    await graph.withConfig(on("bound")).invoke({ log: [] });
    expect((await readHistory(graph, on("bound")))[0]?.status).toBe("recovered");
  });

  it("streams events in the mode that withConfig has bound", async () => {
    const { graph } = await recovering();
    const copy = graph.withConfig({ streamMode: "custom" } as object);
    expect((await collected(await copy.stream({ log: [] }, on("t")))).map(typeOf)).toEqual(EVENTS);
  });

  it("refuses a durability that withConfig has bound and that keeps nothing", async () => {
    const { graph } = await recovering();
    const copy = graph.withConfig({ durability: "exit" } as object);
    await expect(copy.invoke({ log: [] }, on("t"))).rejects.toBeInstanceOf(DurabilityError);
  });
});

describe("what a wrapped graph shows", () => {
  it("has the state and the whole history of its thread", async () => {
    const { graph } = await recovering();
    const output = await graph.invoke({ log: [] }, on("t"));
    expect((await graph.getState(on("t"))).values).toEqual(output);
    const history = await collected(graph.getStateHistory(on("t")));
    expect(history.some(({ values }) => values.log.includes("b:wrong"))).toBe(true);
  });

  it("is drawn as the graph that was given", async () => {
    const { builder } = chainGraph();
    const original = builder.compile();
    const wrapped = withRollback(original, told);
    const drawn = (await wrapped.getGraphAsync()).drawMermaid();
    expect(drawn).toBe((await original.getGraphAsync()).drawMermaid());
  });

  it("records into a checkpointer that is assigned later", async () => {
    const saver = new MemorySaver();
    const { graph } = await recovering();
    graph.checkpointer = saver;
    await graph.invoke({ log: [] }, on("t"));
    expect(graph.checkpointer).toBeInstanceOf(RecordingSaver);
    expect(await saver.getTuple(on("t"))).toBeDefined();
    expect((await readHistory(graph, on("t")))[0]?.status).toBe("recovered");
  });

  it("gives its nodes a checkpointer that is assigned later", async () => {
    const store = new InMemoryStore();
    const State = Annotation.Root({ same: Annotation<boolean> });
    const graph = withRollback(
      new StateGraph(State)
        .addNode("look", (_, config) => ({ same: config.store !== undefined }))
        .addEdge(START, "look")
        .addEdge("look", END)
        .compile(),
      { verify: () => true },
    );
    graph.store = store;
    expect(graph.store).toBe(store);
    expect(await graph.invoke({}, on("t"))).toEqual({ same: true });
  });
});

describe("a listener", () => {
  it("cannot alter the run by throwing", async () => {
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), {
      ...told,
      onEvent: () => {
        throw new Error("the listener broke");
      },
    });
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(["a:right", "b:right", "c:right"]);
  });

  it("is told of the end, with how and why", async () => {
    const events: RollbackEvent[] = [];
    const graph = withRollback(chainGraph({ b: alwaysWrong("b") }).builder.compile(), {
      ...told,
      maxRollbacks: 0,
      onEvent: (event) => events.push(event),
    });
    await graph.invoke({ log: [] }, on("t"));
    expect(events.at(-1)).toMatchObject({
      type: "rollback:ended",
      threadId: "t",
      attempt: 1,
      status: "gave-up",
      reason: "Attempt 1 failed (something is wrong) and no rollback is left.",
      record: { decision: "give-up" },
    });
  });
});
