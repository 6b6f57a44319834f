import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { Annotation, entrypoint, MemorySaver, Send, START, StateGraph, task } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { on } from "../fixtures/chain-graph.ts";
import { warningsOf } from "../fixtures/warnings-of.ts";
import { getReplanNote, readHistory, withRollback } from "../index.ts";

const asked = { role: "user", content: "6*7?" };
const said = (content: string) => ({ role: "assistant", content });

/** Messages that a service accepts that refuses fields and roles that it does not know. */
const Strict = z.array(
  z.strictObject({ role: z.enum(["user", "assistant", "system", "tool"]), content: z.string() }),
);
const Plain = Annotation.Root({
  messages: Annotation<unknown[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
});

const isTold = (messages: readonly unknown[]): boolean => JSON.stringify(messages).includes("[rollback]");

/** A graph whose state is sent as it is to a service that answers 42 once it was told. */
function strictGraph() {
  return new StateGraph(Plain)
    .addNode("call", ({ messages }) => ({
      messages: [said(isTold(Strict.parse(messages)) ? "42" : "41")],
    }))
    .addEdge(START, "call");
}

const endsWith42 = ({ output }: { readonly output: typeof Plain.State | undefined }) => ({
  ok: JSON.stringify(output?.messages.at(-1)).includes("42"),
  reason: "not 42",
});

describe("a note in a conversation of plain objects", () => {
  it("is one of them, without a field more, and the next turns work as well", async () => {
    const graph = withRollback(strictGraph().compile({ checkpointer: new MemorySaver() }), {
      verify: endsWith42,
    });
    const { messages } = await graph.invoke({ messages: [asked] }, on("t"));
    expect(messages).toEqual([
      asked,
      { role: "user", content: expect.stringContaining("[rollback] Attempt 1") },
      said("42"),
    ]);
    const again = await graph.invoke({ messages: [asked] }, on("t"));
    expect(Strict.parse(again.messages)).toHaveLength(5);
    const [, run] = await readHistory(graph, on("t"));
    expect(run).toMatchObject({ status: "recovered", problems: [] });
  });

  it("is not shown to verifiers, of this turn or an earlier one, nor is a note of the replanner's own", async () => {
    for (const replan of [undefined, () => ({ messages: [{ role: "user", content: "mind [rollback]" }] })]) {
      const seen: unknown[] = [];
      const graph = withRollback(strictGraph().compile({ checkpointer: new MemorySaver() }), {
        verify: ({ output }) => {
          seen.push(output?.messages);
          return endsWith42({ output });
        },
        ...(replan === undefined ? {} : { replan }),
      });
      await graph.invoke({ messages: [asked] }, on("t"));
      await graph.invoke({ messages: [asked] }, on("t"));
      expect(seen).toEqual([
        [asked, said("41")],
        [asked, said("42")],
        [asked, said("42"), asked, said("42")],
      ]);
    }
  });

  it("is formed like what the failed attempt wrote, where the rewind point holds no messages yet", async () => {
    const State = Annotation.Root({ ...Plain.spec, question: Annotation<string> });
    const graph = withRollback(
      new StateGraph(State)
        .addNode("ask", ({ question }) => ({ messages: [{ role: "user", content: question }] }))
        .addNode("call", ({ messages }) => ({
          messages: [said(isTold(Strict.parse(messages)) ? "42" : "41")],
        }))
        .addEdge(START, "ask")
        .addEdge("ask", "call")
        .compile(),
      { verify: endsWith42 },
    );
    const { messages } = await graph.invoke({ question: "6*7?" }, on("t"));
    expect(messages[0]).toEqual({ role: "user", content: expect.stringContaining("[rollback]") });
  });

  it("is left to getReplanNote, with a warning, where nothing shows the form", async () => {
    const notes: (string | undefined)[] = [];
    const Odd = Annotation.Root({
      messages: Annotation<{ from: string; text: string }[]>({
        reducer: (a, b) => a.concat(b),
        default: () => [],
      }),
    });
    const graph = withRollback(
      new StateGraph(Odd)
        .addNode("call", (_, config) => {
          notes.push(getReplanNote(config));
          return { messages: [{ from: "agent", text: notes.length === 1 ? "41" : "42" }] };
        })
        .addEdge(START, "call")
        .compile(),
      { verify: ({ output }) => output?.messages.at(-1)?.text === "42" },
    );
    const warnings = await warningsOf(async () => {
      const { messages } = await graph.invoke({ messages: [{ from: "Ada", text: "6*7?" }] }, on("t"));
      expect(messages).toEqual([
        { from: "Ada", text: "6*7?" },
        { from: "agent", text: "42" },
      ]);
    });
    expect(notes[1]).toContain("[rollback]");
    expect(warnings.map(({ code }) => code)).toContain("NOTE_CHANNEL_TYPE");
  });

  it("never comes between a tool call and its answer", async () => {
    const calls = { role: "assistant", content: null, tool_calls: [{ id: "c1", type: "function" }] };
    const graph = withRollback(
      new StateGraph(Plain)
        .addNode("call", ({ messages }) => ({
          messages: [messages.length > 1 && !isTold(messages.slice(-1)) ? said("41") : calls],
        }))
        .addNode("tool", () => ({ messages: [{ role: "tool", tool_call_id: "c1", content: "7" }] }))
        .addNode("answer", ({ messages }) => ({ messages: [said(isTold(messages) ? "42" : "41")] }))
        .addEdge(START, "call")
        .addEdge("call", "tool")
        .addEdge("tool", "answer")
        .compile(),
      {
        verify: endsWith42,
        policy: { name: "at-tool", decide: () => ({ kind: "roll-back", start: 1, reason: "test" }) },
      },
    );
    const { messages } = await graph.invoke({ messages: [asked] }, on("t"));
    expect(messages.map((message) => Reflect.get(Object(message), "role"))).toEqual([
      "user",
      "user",
      "assistant",
      "tool",
      "assistant",
    ]);
  });

  it("joins the frozen input of a Send in the same form", async () => {
    const State = Annotation.Root({
      ...Plain.spec,
      parts: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
    });
    const graph = withRollback(
      new StateGraph(State)
        .addNode("plan", () => ({ messages: [said("split")] }))
        .addNode("work", ({ messages }: typeof State.State) => {
          Strict.parse(messages);
          return { parts: [isTold(messages) ? "right" : "wrong"] };
        })
        .addEdge(START, "plan")
        .addConditionalEdges("plan", ({ messages }) => [new Send("work", { messages, parts: [] })])
        .compile(),
      {
        verify: ({ output }) => output?.parts.at(-1) === "right",
        policy: { name: "at-work", decide: () => ({ kind: "roll-back", start: 1, reason: "test" }) },
      },
    );
    const { parts } = await graph.invoke({ messages: [asked] }, on("t"));
    expect(parts).toEqual(["right"]);
    const [run] = await readHistory(graph, on("t"));
    expect(run?.attempts[0]?.rewind).toMatchObject({ step: 1, kept: 1 });
  });
});

describe("a note in another list", () => {
  it.each([
    ["pairs", ["human", "6*7?"], ["human", expect.stringContaining("[rollback]")]],
    ["texts", "6*7?", expect.stringContaining("[rollback]")],
    [
      "parts",
      { role: "user", content: [{ type: "text", text: "6*7?" }] },
      { role: "user", content: [{ type: "text", text: expect.stringContaining("[rollback]") }] },
    ],
    ["messages", new SystemMessage("be brief"), expect.any(HumanMessage)],
  ])("of %s is one of them, and no verifier sees it", async (_, first, note) => {
    const seen: number[] = [];
    const graph = withRollback(
      new StateGraph(Plain)
        .addNode("call", ({ messages }) => ({ messages: [messages.length > 1 ? said("42") : said("41")] }))
        .addEdge(START, "call")
        .compile(),
      {
        verify: ({ output }) => {
          seen.push(output?.messages.length ?? 0);
          return endsWith42({ output });
        },
      },
    );
    const { messages } = await graph.invoke({ messages: [first] }, on("t"));
    expect(messages).toEqual([first, note, said("42")]);
    expect(seen).toEqual([2, 2]);
  });

  it("of a function with a memory is read with getReplanNote: it has no channel", async () => {
    const work = task("work", (note: string | undefined): string => (note === undefined ? "41" : "42"));
    const flow = entrypoint(
      { name: "flow", checkpointer: new MemorySaver() },
      async (question: string, config) => {
        const previous: unknown = Reflect.get(config, "previous");
        const before: readonly unknown[] = Array.isArray(previous) ? previous : [];
        const answer = await work(getReplanNote(config));
        return [...before, { role: "user", content: question }, said(answer)];
      },
    );
    const graph = withRollback(flow, {
      verify: ({ output }) => JSON.stringify(output).includes("42"),
    });
    expect(await graph.invoke("6*7?", on("t"))).toEqual([asked, said("42")]);
    expect(Strict.parse(await graph.invoke("6*7?", on("t")))).toHaveLength(2);
  });
});
