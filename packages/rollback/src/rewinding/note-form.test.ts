import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import type { ChannelSpec } from "../langgraph/compiled-graph.ts";
import { canTakeNote, noteFormOf } from "./note-form.ts";

function specOf(graph: { readonly channels: Readonly<Record<string, ChannelSpec>> }): ChannelSpec {
  const { list } = graph.channels;
  if (list === undefined) throw new Error("The graph has no list.");
  return list;
}

const none = (): unknown[] => [];
const concatenating = specOf(
  new StateGraph(
    Annotation.Root({ list: Annotation<unknown[]>({ reducer: (a, b) => a.concat(b), default: none }) }),
  ),
);
/** Takes one item at a time, and spreads nothing. */
const appending = specOf(
  new StateGraph(
    Annotation.Root({
      list: Annotation<unknown[], unknown>({ reducer: (a, b) => [...a, b], default: none }),
    }),
  ),
);
/** Alters the list that it is given. */
const pushing = specOf(
  new StateGraph(
    Annotation.Root({
      list: Annotation<unknown[], unknown>({ reducer: (a, b) => (a.push(b), a), default: none }),
    }),
  ),
);
const replacing = specOf(new StateGraph(Annotation.Root({ list: Annotation<BaseMessage[]> })));
const windowed = specOf(
  new StateGraph(
    Annotation.Root({
      list: Annotation<unknown[]>({ reducer: (a, b) => [...a, ...b].slice(-2), default: none }),
    }),
  ),
);
const ofMessages = specOf(new StateGraph(Annotation.Root({ list: MessagesAnnotation.spec.messages })));

const update = (spec: ChannelSpec, values: readonly unknown[], isConversation = true): unknown =>
  noteFormOf(spec, values, isConversation)?.update("mind", "1");

const message = expect.objectContaining({ content: "mind", name: "rollback", id: "rollback-note-1" });
const asked = { role: "user", content: "6*7?" };

describe("the form of a note in a list", () => {
  it.each<[string, unknown[], unknown]>([
    ["messages of LangChain", [new HumanMessage("hi"), new AIMessage("ho")], message],
    [
      "objects with role and content",
      [asked, { role: "assistant", content: "41" }],
      { role: "user", content: "mind" },
    ],
    [
      "an assistant's messages alone",
      [{ role: "assistant", content: "41", refusal: null }],
      { role: "user", content: "mind" },
    ],
    ["a person's messages", [{ role: "human", content: "hi" }], { role: "human", content: "mind" }],
    [
      "a type in the place of the role",
      [{ type: "human", content: "hi" }],
      { type: "human", content: "mind" },
    ],
    [
      "roles of LangChain, an answer alone",
      [{ role: "ai", content: "hi" }],
      { role: "human", content: "mind" },
    ],
    [
      "parts of text",
      [
        { role: "user", content: [{ type: "text", text: "hi" }] },
        { role: "assistant", content: "ho" },
      ],
      { role: "user", content: [{ type: "text", text: "mind" }] },
    ],
    [
      "parts with a type of their own",
      [{ type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] }],
      { type: "message", role: "user", content: [{ type: "input_text", text: "mind" }] },
    ],
    [
      "parts beside each other with an image",
      [
        {
          role: "user",
          content: [
            { type: "image", image: "data:" },
            { type: "text", text: "hi" },
          ],
        },
      ],
      { role: "user", content: [{ type: "text", text: "mind" }] },
    ],
    [
      "Gemini's parts",
      [
        { role: "user", parts: [{ text: "hi" }] },
        { role: "model", parts: [{ text: "ho" }] },
      ],
      { role: "user", parts: [{ text: "mind" }] },
    ],
    [
      "messages with ids",
      [{ id: "a", role: "user", parts: [{ type: "text", text: "hi" }] }],
      { id: "rollback-note-1", role: "user", parts: [{ type: "text", text: "mind" }] },
    ],
    [
      "pairs of role and text",
      [
        ["human", "hi"],
        ["ai", "ho"],
      ],
      ["human", "mind"],
    ],
    ["texts", ["hi", "ho"], "mind"],
    [
      "mixed kinds, by what the user said last",
      [new HumanMessage("hi"), asked, new AIMessage("41")],
      { role: "user", content: "mind" },
    ],
    ["a name that messages may lack", [{ ...asked, name: "Ada" }], { role: "user", content: "mind" }],
    [
      "a field that one of the user's messages lacks",
      [asked, { ...asked, at: 7 }],
      { role: "user", content: "mind" },
    ],
  ])("is that of its items: %s", (_, items, expected) => {
    expect(update(concatenating, [items])).toEqual([expected]);
    expect(update(appending, [items])).toEqual(expected);
    expect(update(pushing, [items])).toEqual(expected);
    expect(update(concatenating, [[], items])).toEqual([expected]);
  });

  it.each<[string, unknown[]]>([
    ["a field that all messages of users have", [{ ...asked, at: 7 }]],
    ["messages without a role", [{ from: "Ada", text: "hi" }]],
    ["roles that nobody knows", [{ role: "Verification_Expert", content: "hi" }]],
    ["content that is no text", [{ role: "user", content: { text: "hi" } }]],
    ["numbers", [1, 2]],
    [
      "an answer in parts that users do not have",
      [{ role: "assistant", content: [{ type: "output_text", text: "" }] }],
    ],
  ])("is not guessed: %s", (_, items) => {
    for (const spec of [concatenating, appending, pushing]) {
      expect(update(spec, [items])).toBeUndefined();
      expect(update(spec, [[], items], false)).toBeUndefined();
    }
  });

  it("is none if the note would take the place of all messages, as without a reducer", () => {
    expect(update(replacing, [[new HumanMessage("hi")]])).toBeUndefined();
  });

  it("is found where a reducer keeps the newest items only", () => {
    expect(update(windowed, [[asked, asked]])).toEqual([{ role: "user", content: "mind" }]);
  });

  it("is a message where the reducer makes messages, whatever was put in", () => {
    expect(update(ofMessages, [[]])).toEqual([message]);
    expect(update(ofMessages, [undefined])).toEqual([message]);
  });

  it("is not guessed in a conversation that has no messages yet; another list takes a text", () => {
    expect(update(concatenating, [[]], true)).toBeUndefined();
    expect(update(concatenating, [[], []], true)).toBeUndefined();
    expect(update(concatenating, [[]], false)).toEqual("mind");
    expect(update(windowed, [[]], false)).toEqual(["mind"]);
  });

  it("does not follow a note that stands there in another form", () => {
    const note = new HumanMessage({ content: "again", id: "rollback-note-0" });
    expect(update(concatenating, [[asked, note]])).toEqual([{ role: "user", content: "mind" }]);
  });
});

describe("a channel named for notes", () => {
  it("is refused where its first value shows that no note fits", () => {
    const filled = (first: unknown): ChannelSpec =>
      specOf(
        new StateGraph(
          Annotation.Root({
            list: Annotation<unknown[]>({ reducer: (a, b) => a.concat(b), default: () => [first] }),
          }),
        ),
      );
    expect(canTakeNote(filled({ from: "Ada" }))).toBe(false);
    expect(canTakeNote(filled(asked))).toBe(true);
    expect(canTakeNote(concatenating)).toBe(true);
    expect(canTakeNote(replacing)).toBe(true);
  });
});
