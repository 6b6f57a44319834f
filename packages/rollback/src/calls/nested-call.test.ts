import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import {
  Annotation,
  Command,
  interrupt,
  MemorySaver,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createAgent, fakeModel } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { keepAsked, readAsked } from "./asked-questions.ts";
import { chainGraph, nothingWrong, on, type ChainStep } from "../fixtures/chain-graph.ts";
import { readHistory, withRollback, type RollbackEvent, type RollbackOptions } from "../index.ts";

const Log = Annotation.Root({
  log: Annotation<string[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
});

const asks =
  (...questions: string[]): ChainStep =>
  () =>
    `${questions.map((question) => String(interrupt(question))).join("+")}:right`;

type Options = Partial<RollbackOptions<unknown, { log: string[] }>>;

/** A wrapped chain, the nodes that it ran, and the numbers of the attempts that were started. */
function wrapped(
  steps: Partial<Record<"a" | "b" | "c", ChainStep>>,
  checkpointer: BaseCheckpointSaver = new MemorySaver(),
  options: Options = {},
) {
  const events: RollbackEvent[] = [];
  const { ran, builder } = chainGraph(steps);
  const inner = withRollback(builder.compile({ checkpointer }), {
    verify: nothingWrong,
    noteChannel: "note",
    onEvent: (event) => events.push(event),
    ...options,
  });
  const judged = () => events.flatMap((event) => (event.type === "rollback:ended" ? [event] : []));
  return { ran, inner, events, judged };
}

/** A graph of one node. */
const around = (
  work: (config: LangGraphRunnableConfig) => Promise<string[]>,
  checkpointer: BaseCheckpointSaver = new MemorySaver(),
) =>
  new StateGraph(Log)
    .addNode("call", async (_, config) => ({ log: await work(config) }))
    .addEdge(START, "call")
    .compile({ checkpointer });

const isAsked = (value: unknown) => ({ __interrupt__: [{ value }] });
const answer = (value: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume: value });

describe("a question inside a call of another graph's node", () => {
  it("pauses the graph around, and its answer resumes the same attempt", async () => {
    const { ran, inner, judged } = wrapped({ b: asks("go on?") });
    const outer = around(async () => (await inner.invoke({ log: ["in"] })).log);
    expect(await outer.invoke({}, on("outer"))).toMatchObject(isAsked("go on?"));
    expect((await outer.getState(on("outer"))).next).toEqual(["call"]);
    expect(judged()).toEqual([]);
    expect((await outer.invoke(answer("yes"), on("outer"))).log).toEqual([
      "in",
      "a:right",
      "yes:right",
      "c:right",
    ]);
    expect(ran.join("")).toBe("abbc");
    expect(judged()).toMatchObject([{ attempt: 1, status: "succeeded" }]);
  });

  it.each([
    ["that passes its config on", (config: LangGraphRunnableConfig) => config],
    [
      "that names a thread",
      (config: LangGraphRunnableConfig) => ({
        ...config,
        configurable: { ...config.configurable, thread_id: "named" },
      }),
    ],
    ["that names a thread and passes nothing else on", () => on("named")],
  ])("does so in a node %s", async (_, configFor) => {
    const { ran, inner, judged } = wrapped({ b: asks("go on?") });
    const outer = around(async (config) => (await inner.invoke({ log: [] }, configFor(config))).log);
    expect(await outer.invoke({}, on("outer"))).toMatchObject(isAsked("go on?"));
    const { log } = await outer.invoke(answer("yes"), on("outer"));
    expect(log).toEqual(["a:right", "yes:right", "c:right"]);
    expect(ran.join("")).toBe("abbc");
    expect(judged()).toHaveLength(1);
  });

  it("does so where the wrapped graph is itself the node", async () => {
    const { ran, inner } = wrapped({ b: asks("go on?") });
    const outer = new StateGraph(Annotation.Root({ log: Annotation<string[]>, note: Annotation<string> }))
      .addNode("call", inner)
      .addEdge(START, "call")
      .compile({ checkpointer: new MemorySaver() });
    expect(await outer.invoke({ log: ["in"] }, on("outer"))).toMatchObject(isAsked("go on?"));
    expect((await outer.invoke(answer("yes"), on("outer"))).log).toEqual([
      "in",
      "a:right",
      "yes:right",
      "c:right",
    ]);
    expect(ran.join("")).toBe("abbc");
  });

  it("does so inside an agent's tool", async () => {
    const { inner } = wrapped({ b: asks("go on?") });
    const ask = tool(async () => (await inner.invoke({ log: [] })).log.join(" "), {
      name: "ask",
      description: "asks",
      schema: z.object({}),
    });
    const model = fakeModel()
      .respondWithTools([{ name: "ask", args: {}, id: "call-1" }])
      .respond((messages) => messages.at(-1) ?? new AIMessage("nothing"));
    const agent = createAgent({ model, tools: [ask], checkpointer: new MemorySaver() });
    const call = { messages: [{ role: "user" as const, content: "go" }] };
    expect(await agent.invoke(call, on("outer"))).toMatchObject(isAsked("go on?"));
    const { messages } = await agent.invoke(answer("yes"), on("outer"));
    expect(messages.map(({ text }) => text)).toContain("a:right yes:right c:right");
  });

  it("does so inside another graph with rollback, whose attempt is resumed too", async () => {
    const { inner } = wrapped({ b: asks("go on?") });
    const outer = withRollback(
      around(async () => (await inner.invoke({ log: [] })).log),
      {
        verify: ({ output }) => output?.log.includes("yes:right") === true,
      },
    );
    expect(await outer.invoke({}, on("outer"))).toMatchObject(isAsked("go on?"));
    expect((await outer.invoke(answer("yes"), on("outer"))).log).toContain("yes:right");
    expect(await readHistory(outer, on("outer"))).toMatchObject([{ status: "succeeded" }]);
  });

  it("does so in another process, over the same stores", async () => {
    const [innerSaver, outerSaver] = [new MemorySaver(), new MemorySaver()];
    const process = () => {
      const { ran, inner } = wrapped({ b: asks("go on?"), c: asks("sure?") }, innerSaver);
      return { ran, outer: around(async () => (await inner.invoke({ log: [] })).log, outerSaver) };
    };
    expect(await process().outer.invoke({}, on("outer"))).toMatchObject(isAsked("go on?"));
    expect(await process().outer.invoke(answer("yes"), on("outer"))).toMatchObject(isAsked("sure?"));
    const last = process();
    const { log } = await last.outer.invoke(answer("so"), on("outer"));
    expect(log).toEqual(["a:right", "yes:right", "so:right"]);
    expect(last.ran).toEqual(["c"]);
  });
});

describe("a process that died after it noted an answer and before the call was given it", () => {
  it("asks the question once more, and takes no answer for one to another question", async () => {
    const saver = new MemorySaver();
    const { inner, events } = wrapped({ b: asks("one?"), c: asks("two?") }, saver);
    const outer = around(async () => (await inner.invoke({ log: [] })).log);
    await outer.invoke({}, on("outer"));
    const threadId = events[0]?.threadId ?? "";
    const asked = await readAsked(saver, threadId);
    expect(asked).toMatchObject({ questions: ["one?"], answered: 0 });
    if (asked !== undefined)
      await keepAsked(saver, threadId, { ...asked, answered: 1 }, new Date(0).toISOString());
    expect(await outer.invoke(answer("lost"), on("outer"))).toMatchObject(isAsked("one?"));
    expect(await outer.invoke(answer("1"), on("outer"))).toMatchObject(isAsked("two?"));
    const { log } = await outer.invoke(answer("2"), on("outer"));
    expect(log).toEqual(["a:right", "1:right", "2:right"]);
  });
});

describe("several questions", () => {
  it("get each its own answer, also among those of the node around", async () => {
    const { ran, inner } = wrapped({ b: asks("one?", "two?"), c: asks("three?") });
    const outer = around(async () => {
      const before = String(interrupt("before?"));
      const { log } = await inner.invoke({ log: [] });
      return [before, ...log, String(interrupt("after?"))];
    });
    expect(await outer.invoke({}, on("outer"))).toMatchObject(isAsked("before?"));
    expect(await outer.invoke(answer("0"), on("outer"))).toMatchObject(isAsked("one?"));
    expect(await outer.invoke(answer("1"), on("outer"))).toMatchObject(isAsked("two?"));
    expect(await outer.invoke(answer("2"), on("outer"))).toMatchObject(isAsked("three?"));
    expect(await outer.invoke(answer("3"), on("outer"))).toMatchObject(isAsked("after?"));
    const { log } = await outer.invoke(answer("4"), on("outer"));
    expect(log).toEqual(["0", "a:right", "1+2:right", "3:right", "4"]);
    expect(ran.join("")).toBe("abbbcc");
  });

  it("of parallel nodes are asked one by one", async () => {
    const sideBySide = new StateGraph(Log)
      .addNode("p", () => ({ log: [`p ${String(interrupt("p?"))}`] }))
      .addNode("q", () => ({ log: [`q ${String(interrupt("q?"))}`] }))
      .addEdge(START, "p")
      .addEdge(START, "q")
      .compile();
    const inner = withRollback(sideBySide, { verify: () => true });
    const outer = around(async () => (await inner.invoke({ log: [] })).log);
    expect(await outer.invoke({}, on("outer"))).toMatchObject(isAsked("p?"));
    expect(await outer.invoke(answer("one"), on("outer"))).toMatchObject(isAsked("q?"));
    expect((await outer.invoke(answer("two"), on("outer"))).log).toEqual(["p one", "q two"]);
  });

  it("of several calls of one node are each told apart, and a call that has ended does not run again", async () => {
    const first = wrapped({ b: asks("first?") });
    const second = wrapped({ a: () => "a:right", b: asks("second?") });
    const outer = around(async () => {
      const [one, two] = [await first.inner.invoke({ log: [] }), await second.inner.invoke({ log: [] })];
      return [...one.log, ...two.log];
    });
    expect(await outer.invoke({}, on("outer"))).toMatchObject(isAsked("first?"));
    expect(await outer.invoke(answer("1"), on("outer"))).toMatchObject(isAsked("second?"));
    const { log } = await outer.invoke(answer("2"), on("outer"));
    expect(log).toEqual(["a:right", "1:right", "c:right", "a:right", "2:right", "c:right"]);
    expect([first.ran.join(""), second.ran.join("")]).toEqual(["abbc", "abbc"]);
    expect([first.judged(), second.judged()].map(({ length }) => length)).toEqual([1, 1]);
  });

  it("of several calls on one thread that they name are each told apart, though the first call runs again", async () => {
    const { inner } = wrapped({ b: asks("go on?") });
    const outer = around(async () => {
      const one = await inner.invoke({ log: ["one"] }, on("shared"));
      const two = await inner.invoke({ log: ["two"] }, on("shared"));
      return [String(one.log.length), ...two.log.filter((line) => !/^[abc]/.test(line))];
    });
    expect(await outer.invoke({}, on("outer"))).toMatchObject(isAsked("go on?"));
    expect(await outer.invoke(answer("1"), on("outer"))).toMatchObject(isAsked("go on?"));
    const { log } = await outer.invoke(answer("2"), on("outer"));
    expect(log.filter((line) => line.endsWith(":right")).slice(-2)).toEqual(["1:right", "2:right"]);
  });
});

describe("a rollback to before an answered question", () => {
  it("asks again through the graph around, in the next attempt", async () => {
    const { ran, inner, events } = wrapped({
      b: ({ note }) => `${String(interrupt("go on?"))}:${note === "" ? "wrong" : "right"}`,
    });
    const outer = around(async () => (await inner.invoke({ log: [] })).log);
    await outer.invoke({}, on("outer"));
    expect(await outer.invoke(answer("first"), on("outer"))).toMatchObject(isAsked("go on?"));
    expect(events.find(({ type }) => type === "rollback:rolled-back")).toMatchObject({ asksAgain: ["b"] });
    const { log } = await outer.invoke(answer("second"), on("outer"));
    expect(log).toEqual(["a:right", "second:right", "c:right"]);
    expect(ran.join("")).toBe("abbcabbc");
  });
});

describe("a breakpoint", () => {
  it("pauses the graph around, and any answer resumes it", async () => {
    const { ran, builder } = chainGraph();
    const inner = withRollback(builder.compile({ interruptBefore: ["b"] }), { verify: () => true });
    const outer = around(async () => (await inner.invoke({ log: [] })).log);
    expect(await outer.invoke({}, on("outer"))).toHaveProperty("__interrupt__");
    expect((await outer.invoke(answer(true), on("outer"))).log).toEqual(["a:right", "b:right", "c:right"]);
    expect(ran.join("")).toBe("abc");
  });
});

describe("a call that is streamed inside a node", () => {
  it("throws LangGraph's own signal after its chunks, and gives the rest when the node runs again", async () => {
    const { inner } = wrapped({ b: asks("go on?") });
    const rounds: string[][] = [];
    const outer = around(async () => {
      const nodes: string[] = [];
      rounds.push(nodes);
      for await (const chunk of await inner.stream({ log: [] }, { streamMode: "updates" }))
        nodes.push(...Object.keys(chunk));
      return nodes;
    });
    expect(await outer.invoke({}, on("outer"))).toMatchObject(isAsked("go on?"));
    expect((await outer.invoke(answer("yes"), on("outer"))).log).toEqual(["b", "c"]);
    expect(rounds).toEqual([
      ["a", "__interrupt__"],
      ["b", "c"],
    ]);
  });
});

describe("a thread that is named and used again", () => {
  it("starts a new run for the next turn, although the one before was left at its question", async () => {
    const { inner, judged } = wrapped({ b: asks("go on?") });
    const outer = around(async () => (await inner.invoke({ log: ["in"] }, on("shared"))).log.slice(-4));
    await outer.invoke({}, on("outer"));
    expect(await outer.invoke({}, on("outer"))).toMatchObject(isAsked("go on?"));
    const { log } = await outer.invoke(answer("yes"), on("outer"));
    expect(log).toEqual(["in", "a:right", "yes:right", "c:right"]);
    expect(judged()).toHaveLength(1);
  });
});

describe("a graph around without a checkpointer", () => {
  it("cannot pause, and says so", async () => {
    const { inner } = wrapped({ b: asks("go on?") });
    const outer = new StateGraph(Log)
      .addNode("call", async () => ({ log: (await inner.invoke({ log: [] })).log }))
      .addEdge(START, "call")
      .compile();
    await expect(outer.invoke({})).rejects.toThrow("No checkpointer set");
  });
});
