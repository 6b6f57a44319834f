import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { describe, expect, it, vi } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../../fixtures/chain-graph.ts";
import { collected, question, speakingGraph } from "../../fixtures/speaking-graph.ts";
import { withRollback, type RollbackEvent } from "../../index.ts";

const EVENTS = [
  "rollback:attempt-started",
  "rollback:rolled-back",
  "rollback:attempt-started",
  "rollback:ended",
];

describe("streamEvents", () => {
  it("tells of a rollback by custom events, between the attempts that it stands between", async () => {
    const told: RollbackEvent[] = [];
    const graph = await speakingGraph({ onEvent: (event) => told.push(event) });
    const events = await collected(graph.streamEvents(question, { ...on("t"), version: "v2" }));
    const custom = events.filter(
      ({ event, name }) => event === "on_custom_event" && name.startsWith("rollback:"),
    );
    expect(custom.map(({ name }) => name)).toEqual(EVENTS);
    expect(custom.map(({ data }) => data)).toEqual(told);
    const order = events.flatMap(({ event, name }) =>
      event === "on_custom_event" || name.startsWith("attempt") ? [name] : [],
    );
    expect([...new Set(order)]).toEqual([
      "rollback:attempt-started",
      "attempt 1",
      "rollback:rolled-back",
      "attempt 2",
      "rollback:ended",
    ]);
  });

  it("marks each event of an attempt, tokens above all, with its number", async () => {
    const graph = await speakingGraph();
    const events = await collected(graph.streamEvents(question, { ...on("t"), version: "v2" }));
    const tokens = events.filter(({ event }) => event === "on_chat_model_stream");
    expect(tokens.map(({ metadata, data }) => [metadata["rollback_attempt"], data.chunk.text])).toEqual([
      [1, "P"],
      [1, "l"],
      [1, "a"],
      [1, "n"],
      [1, "n"],
      [1, "o"],
      [2, "o"],
      [2, "k"],
    ]);
    const [root] = events;
    const unmarked = events.filter(({ metadata }) => metadata["rollback_attempt"] === undefined);
    expect(new Set(unmarked.map(({ run_id }) => run_id))).toEqual(new Set([root?.run_id]));
  });

  it("lets a reader tell which tokens the rollback undid", async () => {
    const graph = await speakingGraph();
    let tokens: { readonly task: string; readonly text: string }[] = [];
    for await (const { event, name, data, metadata } of graph.streamEvents(question, {
      ...on("t"),
      version: "v2",
    })) {
      if (event === "on_chat_model_stream")
        tokens.push({ task: metadata["langgraph_checkpoint_ns"], text: data.chunk.text });
      if (event === "on_custom_event" && name === "rollback:rolled-back") {
        const kept: unknown = Reflect.get(data, "kept");
        const steps = Array.isArray(kept) ? kept : [];
        tokens = tokens.filter(({ task }) => steps.some((step) => `${task}|`.startsWith(`${step}|`)));
      }
    }
    expect(tokens.map(({ text }) => text).join("")).toBe("Planok");
  });
});

describe("a chunk of the messages mode", () => {
  it("says in its metadata which attempt it is of, and which task", async () => {
    const graph = await speakingGraph();
    const options = { ...on("t"), streamMode: ["messages" as const, "custom" as const] };
    const chunks = await collected(await graph.stream(question, options));
    const tokens = chunks.flatMap(([mode, chunk]) => (mode === "messages" ? [chunk] : []));
    expect(tokens.map(([{ text }, metadata]) => `${metadata["rollback_attempt"]}${text}`).join(" ")).toBe(
      "1P 1l 1a 1n 1n 1o 2o 2k",
    );
    const rolledBack = chunks.find(
      ([mode, chunk]) => mode === "custom" && Reflect.get(Object(chunk), "type") === "rollback:rolled-back",
    );
    const [first] = tokens;
    expect(rolledBack?.[1]).toMatchObject({
      attempt: 1,
      fromStep: 1,
      kept: [first?.[1]["langgraph_checkpoint_ns"]],
    });
  });
});

describe("a callback handler", () => {
  it("hears the events of a call that is not streamed", async () => {
    const heard: string[] = [];
    class Listener extends BaseCallbackHandler {
      override name = "listener";
      override awaitHandlers = true;
      override handleCustomEvent(name: string): void {
        heard.push(name);
        throw new Error("it cannot alter the run");
      }
    }
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), {
      verify: nothingWrong,
      noteChannel: "note",
    });
    const listener = new Listener();
    listener.raiseError = true;
    // LangChain reports what a handler throws.
    const reported = vi.spyOn(console, "error").mockReturnValue();
    const { log } = await graph.invoke({ log: [] }, { ...on("t"), callbacks: [listener] });
    expect(log).toEqual(["a:right", "b:right", "c:right"]);
    expect(heard).toEqual(EVENTS);
    reported.mockRestore();
  });
});
