import { AIMessage, HumanMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { asText, describeInput, describeWrites } from "./step-content.ts";

describe("describeWrites", () => {
  it("says what the messages say, then the tools that they ask for, then the other channels", () => {
    const message = new AIMessage({
      content: "Let me add.",
      tool_calls: [{ name: "add", args: { x: 2 }, id: "1" }],
    });
    expect(
      describeWrites(
        [
          ["total", 5],
          ["messages", [message]],
        ],
        "solver",
      ),
    ).toEqual({
      agent: "solver",
      content: 'Let me add.\nadd({"x":2})\ntotal: 5',
      kind: "model",
      toolCalls: [{ name: "add", args: { x: 2 }, id: "1" }],
    });
  });

  it("has what the model's own log-probabilities say of its tokens", () => {
    const content = [
      { token: "4", logprob: -0.25 },
      { token: "2", logprob: -2.75 },
    ];
    const message = new AIMessage({ content: "42", response_metadata: { logprobs: { content } } });
    expect(describeWrites([["messages", [message]]], "solver").logprobs).toEqual({
      tokens: 2,
      mean: -1.5,
      least: -2.75,
      unlikely: 0.5,
    });
    const odd = new AIMessage({ content: "42", response_metadata: { logprobs: "none" } });
    expect(describeWrites([["messages", [odd]]], "solver")).not.toHaveProperty("logprobs");
  });

  it("takes the name of the last message for the agent, else the node's", () => {
    const by = (name?: string) => new AIMessage({ content: "x", ...(name === undefined ? {} : { name }) });
    expect(describeWrites([["messages", [by("ann"), by("bob")]]], "team").agent).toBe("bob");
    expect(describeWrites([["messages", by()]], "team").agent).toBe("team");
  });

  it("does not fall over names and ids that a model's server made up", () => {
    const message = new AIMessage({
      content: "",
      tool_calls: JSON.parse(`[{"args":{},"id":null},{"name":{},"args":1}]`),
    });
    Object.assign(message, { name: 7 });
    expect(describeWrites([["messages", message]], "team")).toEqual({
      agent: "team",
      content: "unknown({})\nunknown(1)",
      kind: "model",
      toolCalls: [
        { name: "unknown", args: {} },
        { name: "unknown", args: 1 },
      ],
    });
  });

  it("has no text for a step that only routed", () => {
    expect(
      describeWrites(
        [
          ["branch:to:b", null],
          ["__pregel_tasks", { node: "b" }],
        ],
        "router",
      ),
    ).toEqual({ agent: "router", content: "", kind: "other" });
  });
});

describe("asText", () => {
  it("names bytes by their number and what is in them, whatever the checkpointer makes of their class", () => {
    const bytes = [1, 2, 3];
    const text = "3 bytes, SHA-256 039058c6f2c0cb49";
    expect([new Uint8Array(bytes), Buffer.from(bytes)].map(asText)).toEqual([text, text]);
    expect(asText(Buffer.from([1, 2, 4]))).not.toBe(text);
  });

  it("gives text for any value, and never throws", () => {
    fc.assert(fc.property(fc.anything({ withBigInt: true }), (value) => typeof asText(value) === "string"));
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect([circle, 1n, undefined, () => 1, Symbol("s")].map(asText)).toEqual([
      "[object Object]",
      "[object BigInt]",
      "undefined",
      "() => 1",
      "Symbol(s)",
    ]);
  });
});

describe("describeInput", () => {
  it.each([
    { input: { messages: [new HumanMessage("first"), new HumanMessage("add 2 and 3")] }, as: "a message" },
    {
      input: { messages: [{ role: "user", content: "add 2 and 3" }] },
      as: "an object with role and content",
    },
    { input: { messages: [["user", "add 2 and 3"]] }, as: "a pair of role and content" },
    { input: { messages: new HumanMessage("add 2 and 3") }, as: "one message alone" },
    { input: "add 2 and 3", as: "text" },
  ])("finds the task in $as", ({ input }) => {
    expect(describeInput(input)).toBe("add 2 and 3");
  });

  it("names the values of an input without messages", () => {
    expect(describeInput({ question: "why?", limit: 3 })).toBe("question: why?\nlimit: 3");
  });

  it("is empty without an input", () => {
    expect([describeInput(undefined), describeInput(null), describeInput({})]).toEqual(["", "", ""]);
  });

  it("gives text for any input, and never throws", () => {
    fc.assert(fc.property(fc.anything(), (input) => typeof describeInput(input) === "string"));
  });
});
