import { AIMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";

import { messageKind, messagesIn, messageText, toolCallsIn, unansweredToolCalls } from "./message-text.ts";

const calls = (...ids: (string | undefined)[]) =>
  new AIMessage({
    content: "",
    tool_calls: ids.map((id) => ({ name: "add", args: { x: 1 }, ...(id === undefined ? {} : { id }) })),
  });
const answers = (id: string) => new ToolMessage({ content: "2", tool_call_id: id });

describe("messagesIn", () => {
  it("finds one message, a list of them, or none", () => {
    const message = new HumanMessage("hello");
    expect(messagesIn(message)).toEqual([message]);
    expect(messagesIn(["text", message, 3])).toEqual([message]);
    expect(messagesIn({ content: "hello", role: "user" })).toEqual([]);
    expect(messagesIn(undefined)).toEqual([]);
  });
});

describe("messageText", () => {
  it("joins text blocks and leaves out images", () => {
    const message = new HumanMessage({
      content: [
        { type: "text", text: "look: " },
        { type: "image_url", image_url: { url: "data:image/png;base64,xxxx" } },
        { type: "text", text: "a cat" },
      ],
    });
    expect(messageText(message)).toBe("look: a cat");
  });
});

describe("toolCallsIn", () => {
  it("gives the calls that a model asks for, and none of other messages", () => {
    expect(toolCallsIn(calls("1", undefined))).toEqual([
      { name: "add", args: { x: 1 }, id: "1" },
      { name: "add", args: { x: 1 } },
    ]);
    expect(toolCallsIn(answers("1"))).toEqual([]);
  });
});

describe("messageKind", () => {
  it("tells models, tools and users apart from the rest", () => {
    const messages = [new AIMessage("a"), answers("1"), new HumanMessage("h"), new SystemMessage("s")];
    expect(messages.map(messageKind)).toEqual(["model", "tool", "user", "other"]);
    expect(messageKind(new RemoveMessage({ id: "1" }))).toBe("other");
  });
});

describe("unansweredToolCalls", () => {
  it("gives the calls that no tool message answers", () => {
    expect(unansweredToolCalls([calls("1", "2"), answers("2")])).toEqual(["1"]);
  });

  it("gives none of a finished conversation", () => {
    expect(
      unansweredToolCalls([new HumanMessage("go"), calls("1"), answers("1"), new AIMessage("done")]),
    ).toEqual([]);
  });

  it("takes a call without an id for answered once an answer without an id is there", () => {
    expect(unansweredToolCalls([calls(undefined)])).toEqual([""]);
    const answer = answers("");
    expect(unansweredToolCalls([calls(undefined), answer])).toEqual([]);
    Reflect.deleteProperty(answer, "tool_call_id");
    expect(unansweredToolCalls([calls(undefined), answer])).toEqual([]);
  });
});
