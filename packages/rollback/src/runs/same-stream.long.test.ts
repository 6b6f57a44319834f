import { CallbackManager } from "@langchain/core/callbacks/manager";
import { AIMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { tool } from "@langchain/core/tools";
import {
  Command,
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  Send,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { on } from "../fixtures/chain-graph.ts";
import { collected, question } from "../fixtures/speaking-graph.ts";
import { lastLineWatch } from "../fixtures/watched-chain.ts";
import { withRollback, type RollbackOptions } from "../index.ts";

type State = typeof MessagesAnnotation.State;

const says = (text: string) => {
  const model = new FakeListChatModel({ responses: [text] });
  return async (state: State, config: LangGraphRunnableConfig) => {
    config.writer?.(`saying ${text}`);
    return { messages: [await model.invoke(state.messages)] };
  };
};

const lookUp = tool(({ what }) => `found ${what}`, {
  name: "look_up",
  schema: z.object({ what: z.string() }),
});

/** team (plan -> solve) -> (a, b) -> split -> two Sends -> ask, which interrupts twice. */
function variedGraph() {
  const team = new StateGraph(MessagesAnnotation)
    .addNode("plan", says("Plan"))
    .addNode("solve", says("done"))
    .addEdge(START, "plan")
    .addEdge("plan", "solve")
    .addEdge("solve", END)
    .compile();
  return new StateGraph(MessagesAnnotation)
    .addNode("team", team)
    .addNode("a", () => ({ messages: [new AIMessage({ id: "a", content: "from a" })] }))
    .addNode("b", async (_, config) => {
      config.writer?.(await lookUp.invoke({ what: "b" }, config));
      return {};
    })
    .addNode(
      "split",
      () => new Command({ goto: [new Send("part", { messages: [] }), new Send("part", question)] }),
      {
        ends: ["part"],
      },
    )
    .addNode("part", ({ messages }) => ({ messages: [new AIMessage(`part of ${messages.length}`)] }))
    .addNode("ask", () => {
      const answers = [interrupt<string, string>("first?"), interrupt<string, string>("second?")];
      return { messages: [new AIMessage(answers.join())] };
    })
    .addEdge(START, "team")
    .addEdge("team", "a")
    .addEdge("team", "b")
    .addEdge(["a", "b"], "split")
    .addEdge("part", "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: new MemorySaver() });
}

/** Keys that differ: the attempt's mark, which docs/streaming.md names, and the checkpointer, which LangGraph puts there itself. */
const DIFFERENT = new Set(["rollback_attempt", "__pregel_checkpointer"]);

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A value as text, without what differs from run to run: ids are numbered in the order in which they come. */
function normalized(value: unknown, ignored: ReadonlySet<string> = DIFFERENT): string {
  const text = JSON.stringify(value, (key, item: unknown) => {
    if (ignored.has(key) || key === "timestamp") return undefined;
    if (item instanceof CallbackManager) return ["a manager", ...item.handlers];
    if (!isPlain(item)) return item;
    return Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
  const ids = new Map<string, number>();
  return text.replaceAll(
    /(?:run-)?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|\b[\da-f]{32}\b/g,
    (id) => {
      if (!ids.has(id)) ids.set(id, ids.size);
      return `#${ids.get(id)}`;
    },
  );
}

const answer = (text: string) => new Command<unknown, Record<string, unknown>, never>({ resume: text });
const calls = [question, answer("one"), answer("two")];

const modes = [
  ...(["values", "updates", "messages", "custom", "tasks", "checkpoints", "debug", "tools"] as const),
  ["values", "checkpoints"],
  ["updates", "messages", "custom"],
  ["debug", "tasks"],
  ["checkpoints", "debug", "values"],
  ["values", "updates", "messages", "custom", "tasks", "checkpoints", "debug", "tools"],
  undefined,
] as const;

/** Watched as closely as can be: nothing raises the alarm, and each check passes. */
const watched = { watch: lastLineWatch, checks: { a: () => true, part: () => true } };

const wrappings = [
  ["not watched", {}],
  ["watched", watched],
] as const;

const graphsOf = (options: Partial<RollbackOptions>) =>
  [variedGraph(), withRollback(variedGraph(), { verify: () => true, ...options })] as const;

describe.each(wrappings)("a run without a rollback, %s", (_name, more) => {
  const graphs = () => graphsOf(more);

  describe.each([false, true])("with subgraphs: %s", (subgraphs) => {
    it.each(modes)("streams what the graph streams, in %s", async (streamMode) => {
      const [bare, wrapped] = graphs();
      const options = {
        ...on("t"),
        ...(subgraphs ? { subgraphs } : {}),
        ...(streamMode === undefined
          ? {}
          : { streamMode: typeof streamMode === "string" ? streamMode : [...streamMode] }),
      };
      for (const call of calls) {
        const [expected, given] = [
          await collected(await bare.stream(call, options)),
          await collected(await wrapped.stream(call, options)),
        ];
        const own = given.filter((chunk) => !JSON.stringify(chunk).includes('"rollback:'));
        expect(own.map(normalizedIn(own))).toEqual(expected.map(normalizedIn(expected)));
      }
    });
  });

  const handler = { handleChainStart: () => {} };
  const listening = { callbacks: [handler] };

  it.each([
    ["callbacks", listening, {}],
    ["a manager of callbacks", { callbacks: CallbackManager.fromHandlers(handler) }, {}],
    ["a name", { runName: "mine" }, {}],
    ["callbacks and a name that are bound", {}, { ...listening, runName: "bound" }],
    ["callbacks beside bound ones", listening, { ...listening, tags: ["bound"] }],
  ])("streams configs as the call gave them, with %s", async (_, given, bound) => {
    const [bare, wrapped] = graphs();
    const streamMode = ["checkpoints" as const, "debug" as const];
    const options = { ...on("t"), ...given, streamMode, subgraphs: true };
    for (const call of calls) {
      const [expected, own] = [
        await collected(await bare.withConfig(bound).stream(call, options)),
        await collected(await wrapped.withConfig(bound).stream(call, options)),
      ];
      expect(own.map(normalizedIn(own))).toEqual(expected.map(normalizedIn(expected)));
    }
  });

  it("streams the same server-sent events", async () => {
    const [bare, wrapped] = graphs();
    const streamMode = ["values" as const, "checkpoints" as const, "debug" as const];
    const options = { ...on("t"), streamMode, subgraphs: true, encoding: "text/event-stream" as const };
    const textsOf = async (graph: typeof bare) =>
      normalized((await collected(await graph.stream(question, options))).map(eventIn));
    expect(await textsOf(wrapped)).toEqual(await textsOf(bare));
  });

  it.each(["messages" as const, "debug" as const, ["checkpoints" as const, "values" as const]])(
    "gives the same events in `streamEvents` v2, beside those of the attempt and of the rollback: %s",
    async (streamMode) => {
      const [bare, wrapped] = graphs();
      const options = { ...on("t"), version: "v2" as const, streamMode };
      for (const call of calls) {
        const [expected, given] = [
          await collected(bare.streamEvents(call, options)),
          await collected(wrapped.streamEvents(call, options)),
        ];
        const own = given.filter(({ event, name }) => name !== "attempt 1" && event !== "on_custom_event");
        const told = ({ event, name, metadata, data }: (typeof given)[number]) => [
          event,
          name,
          metadata,
          data,
        ];
        // The graph's chunks and what callbacks tell come two ways, and neither waits for the other.
        const isChunk = ({ event, name }: (typeof given)[number]) =>
          event === "on_chain_stream" && name === "LangGraph";
        const both = (all: typeof given) => [
          ...all.filter((one) => !isChunk(one)).map(told),
          ...all.filter(isChunk).map(told),
        ];
        const texts = [own, expected].map((all) => normalized(both(all)));
        expect(JSON.parse(texts[0] ?? "")).toEqual(JSON.parse(texts[1] ?? ""));
      }
    },
  );

  it("gives the same chunks in `streamEvents` v1", async () => {
    const streamMode = "debug" as const;
    const options = { ...on("t"), version: "v1" as const, streamMode };
    const chunksOf = async (graph: ReturnType<typeof variedGraph>) => {
      const events = await collected(graph.streamEvents(question, options));
      const own = events.filter(({ event, name }) => event === "on_chain_stream" && name === "LangGraph");
      return own.map(({ data }): unknown => data.chunk);
    };
    const [bare, wrapped] = [await chunksOf(graphs()[0]), await chunksOf(graphs()[1])];
    expect(wrapped.length).toBeGreaterThan(10);
    expect(wrapped.map(normalizedIn(wrapped))).toEqual(bare.map(normalizedIn(bare)));
  });

  it("gives the same events in `streamEvents` v3, beside the rollback's own", async () => {
    const [bare, wrapped] = graphs();
    for (const call of calls) {
      const [expected, given] = [
        await collected(await bare.streamEvents(call, { ...on("t"), version: "v3" })),
        await collected(await wrapped.streamEvents(call, { ...on("t"), version: "v3" })),
      ];
      const own = given.filter((event) => !JSON.stringify(event).includes('"rollback:'));
      const told = ({ method, params }: (typeof given)[number]) => [method, params];
      expect(JSON.parse(normalized(own.map(told)))).toEqual(JSON.parse(normalized(expected.map(told))));
    }
  });
});

function eventIn(chunk: unknown): unknown {
  const text = chunk instanceof Uint8Array ? new TextDecoder().decode(chunk) : "";
  const [event, data = "null"] = text.trim().split("\ndata: ");
  return [event, JSON.parse(data)];
}

const normalizedIn = (all: readonly unknown[]) => {
  const texts = normalized(all);
  const lines: unknown[] = JSON.parse(texts);
  return (_: unknown, index: number) => lines[index];
};
