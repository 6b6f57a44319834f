import { HumanMessage, isHumanMessage } from "@langchain/core/messages";
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { getReplanNote, readHistory, withRollback, type Replanner } from "../index.ts";

/** A graph with one node, which answers with what it was told. */
function answering(options: { replan: Replanner; noteChannel?: string; verify?: () => boolean }) {
  const notes: (string | undefined)[] = [];
  const graph = withRollback(
    new StateGraph(MessagesAnnotation)
      .addNode("answer", (state, config) => {
        notes.push(getReplanNote(config));
        return { messages: [{ role: "assistant", content: `to ${state.messages.length} messages` }] };
      })
      .addEdge(START, "answer")
      .addEdge("answer", END)
      .compile(),
    { verify: ({ attempt }) => attempt === 2, ...options },
  );
  return { notes, graph };
}

const asked = { messages: [{ role: "user", content: "a question" }] };

describe("a note", () => {
  it("is a human message, marked as ours, in a graph with messages", async () => {
    const { notes, graph } = answering({ replan: () => "think again" });
    const { messages } = await graph.invoke(asked, on("t"));
    expect(messages.map(({ text }) => text)).toEqual(["a question", "think again", "to 2 messages"]);
    const note = messages[1];
    expect(note).toMatchObject({ name: "rollback", id: expect.any(String) });
    expect(note !== undefined && isHumanMessage(note)).toBe(true);
    expect(notes).toEqual([undefined, "think again"]);
  });

  it("goes through the reducers of the channels that the replanner names", async () => {
    const { graph } = answering({
      replan: () => ({ messages: [new HumanMessage("one"), new HumanMessage("two")] }),
    });
    const { messages } = await graph.invoke(asked, on("t"));
    expect(messages.map(({ text }) => text)).toEqual(["a question", "one", "two", "to 3 messages"]);
  });

  it("is nothing when the replanner returns nothing", async () => {
    const { notes, graph } = answering({ replan: () => undefined });
    const { messages } = await graph.invoke(asked, on("t"));
    expect(messages.map(({ text }) => text)).toEqual(["a question", "to 1 messages"]);
    expect(notes).toEqual([undefined, undefined]);
    const [run] = await readHistory(graph, on("t"));
    expect(run?.attempts[0]).not.toHaveProperty("note");
    expect(run?.attempts[0]).not.toHaveProperty("updates");
  });

  it("goes as text into a channel of text that is named", async () => {
    const { builder } = chainGraph({ b: untilTold("b") });
    const graph = withRollback(builder.compile(), {
      verify: nothingWrong,
      noteChannel: "note",
      replan: () => "think again",
    });
    expect(await graph.invoke({ log: [] }, on("t"))).toEqual({
      log: ["a:right", "b:right", "c:right"],
      note: "think again",
    });
  });

  it("goes as a message into another channel that holds messages", async () => {
    const State = Annotation.Root({ ...MessagesAnnotation.spec, talk: MessagesAnnotation.spec.messages });
    const graph = withRollback(
      new StateGraph(State)
        .addNode("answer", () => ({ talk: [{ role: "assistant", content: "hm" }] }))
        .addEdge(START, "answer")
        .addEdge("answer", END)
        .compile(),
      { verify: ({ attempt }) => attempt === 2, noteChannel: "talk", replan: () => "think again" },
    );
    const { talk, messages } = await graph.invoke(
      { talk: [{ role: "user", content: "a question" }] },
      on("t"),
    );
    expect(talk.map(({ text }) => text)).toEqual(["a question", "think again", "hm"]);
    expect(messages).toEqual([]);
  });

  it("is read with getReplanNote by the nodes of a graph that has no channel for it", async () => {
    const notes: (string | undefined)[] = [];
    const State = Annotation.Root({ answer: Annotation<string> });
    const graph = withRollback(
      new StateGraph(State)
        .addNode("solve", (_, config) => {
          notes.push(getReplanNote(config));
          return { answer: getReplanNote(config) === undefined ? "wrong" : "right" };
        })
        .addEdge(START, "solve")
        .addEdge("solve", END)
        .compile(),
      { verify: ({ output }) => output?.answer === "right" },
    );
    expect(await graph.invoke({}, on("t"))).toEqual({ answer: "right" });
    expect(notes).toEqual([undefined, expect.stringContaining("[rollback] Attempt 1")]);
  });

  it("may fill a channel that is neither input nor output of the graph", async () => {
    const State = Annotation.Root({
      question: Annotation<string>,
      answer: Annotation<string>,
      hint: Annotation<string>,
    });
    const Input = Annotation.Root({ question: Annotation<string> });
    const inputs: unknown[] = [];
    const Output = Annotation.Root({ answer: Annotation<string> });
    const graph = withRollback(
      new StateGraph({ state: State, input: Input, output: Output })
        .addNode("solve", ({ question, hint }) => ({ answer: `${question}: ${hint ?? "no idea"}` }))
        .addEdge(START, "solve")
        .addEdge("solve", END)
        .compile(),
      {
        verify: ({ input, output }) => {
          inputs.push(input);
          return output?.answer === "2 + 2: say 4";
        },
        noteChannel: "hint",
        replan: () => "say 4",
      },
    );
    expect(await graph.invoke({ question: "2 + 2" }, on("t"))).toEqual({ answer: "2 + 2: say 4" });
    expect(inputs).toEqual([{ question: "2 + 2" }, { question: "2 + 2" }]);
  });
});
