import {
  AIMessage,
  AIMessageChunk,
  type StandardMessageStructure,
  ToolMessage,
} from "@langchain/core/messages";
import { Command, Send } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { redactAnswer } from "./redact-answer.ts";

const redact = (text: string) => text.replaceAll(/sk-\d+/g, "[key]").replaceAll(/4929\d+/g, "[card]");
const redacted = (value: unknown): unknown => redactAnswer(value, redact)?.value;

describe("an answer with secrets", () => {
  it("loses them wherever a message has them, and stays a message of its class", () => {
    const message = new AIMessageChunk<StandardMessageStructure>({
      id: "sk-1",
      name: "sk-2",
      content: [
        { type: "text", text: "the key is sk-3" },
        { type: "tool_use", id: "sk-4", name: "look", input: { key: "sk-5" } },
      ],
      tool_calls: [
        { name: "look", id: "sk-4", type: "tool_call", args: { key: "sk-6", deep: ['{"a":"sk-7"}'] } },
      ],
      additional_kwargs: { said: "sk-8" },
      response_metadata: { header: { key: "sk-9" } },
      usage_metadata: { input_tokens: 4929123, output_tokens: 1, total_tokens: 1 },
    });
    const clean = redacted(message);
    expect(clean).toBeInstanceOf(AIMessageChunk);
    expect(clean).toMatchObject({
      id: "sk-1",
      name: "[key]",
      content: [
        { type: "text", text: "the key is [key]" },
        { type: "tool_use", id: "sk-4", input: { key: "[key]" } },
      ],
      tool_calls: [{ name: "look", id: "sk-4", args: { key: "[key]", deep: ['{"a":"[key]"}'] } }],
      usage_metadata: { input_tokens: 4929123 },
    });
    // As it is stored: only the ids are left.
    expect(new Set(JSON.stringify(clean).match(/sk-\d+/g))).toEqual(new Set(["sk-1", "sk-4"]));
    expect(message.content).toMatchObject([{ text: "the key is sk-3" }, {}]);
  });

  it("loses them in values, names of fields and numbers", () => {
    expect(redacted({ "sk-1": ["sk-2", 4929123, true, null], rest: "as it was" })).toEqual({
      "[key]": ["[key]", "[card]", true, null],
      rest: "as it was",
    });
    expect(redacted("sk-1")).toBe("[key]");
    expect(redacted(null)).toBe(null);
  });

  it("loses them in Commands, which keep their targets", () => {
    const message = new ToolMessage({ content: "sk-1", tool_call_id: "sk-2", artifact: { key: "sk-3" } });
    const clean = redacted(
      new Command({ update: { messages: [message] }, goto: ["sk-4", new Send("a", { key: "sk-5" })] }),
    );
    expect(clean).toBeInstanceOf(Command);
    expect(clean).toMatchObject({
      update: { messages: [{ content: "[key]", tool_call_id: "sk-2", artifact: { key: "[key]" } }] },
      goto: ["sk-4", { node: "a", args: { key: "[key]" } }],
    });
    expect(JSON.stringify(clean)).not.toMatch(/sk-[135]/);
  });

  it.each<readonly [string, unknown]>([
    ["bytes", new Uint8Array([1])],
    ["an object of a class", { at: new URL("http://localhost/sk-1") }],
    ["a Map", new Map([["sk-1", 1]])],
    ["two fields that become one", { "sk-1": 1, "sk-2": 2 }],
    [
      "an artifact that cannot be looked into",
      new ToolMessage({ content: "", tool_call_id: "1", artifact: new Map() }),
    ],
  ])("is no answer to be stored where it holds %s", (_, value) => {
    expect(redactAnswer(value, redact)).toBeUndefined();
  });

  it("is no answer to be stored where it holds itself", () => {
    const round: Record<string, unknown> = {};
    Object.assign(round, { one: round, two: [round, round] });
    expect(redactAnswer(round, redact)).toBeUndefined();
  });

  it("is looked into once where it holds a value many times", () => {
    let shared: unknown = "sk-1";
    for (let depth = 0; depth < 200; depth += 1) shared = [shared, shared];
    expect(redactAnswer(shared, redact)).toBeDefined();
  });

  it("is as it was where the redactor takes nothing out", () => {
    const message = new AIMessage({ content: "a", tool_calls: [{ name: "look", args: { at: 1 }, id: "1" }] });
    expect(redactAnswer(message, (text) => text)?.value).toEqual(message);
  });
});
