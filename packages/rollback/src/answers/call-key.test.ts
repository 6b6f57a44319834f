import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  ChatMessage,
  HumanMessage,
  type StandardMessageStructure,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { actKey, modelKey, toolKey } from "./call-key.ts";

/** A conversation in which a model calls two tools, as a provider would name the calls. */
const conversation = (first: string, second: string): readonly BaseMessage[] => [
  new HumanMessage({ content: "look here and there", id: crypto.randomUUID() }),
  new AIMessage<StandardMessageStructure>({
    id: crypto.randomUUID(),
    content: [{ type: "tool_use", id: first, name: "look", input: { at: "here" } }],
    tool_calls: [
      { name: "look", args: { at: "here", how: 1 }, id: first },
      { name: "look", args: { how: 1, at: "there" }, id: second },
    ],
    response_metadata: { at: crypto.randomUUID() },
    usage_metadata: { input_tokens: first.length, output_tokens: 1, total_tokens: 1 },
  }),
  new ToolMessage({ content: "nothing", tool_call_id: second }),
  new ToolMessage({ content: "something", tool_call_id: first }),
];

describe("the key of what a model is asked", () => {
  it("is the same whatever ids, metadata and token counts the messages have", () => {
    expect(modelKey(conversation("a", "b"))).toBe(modelKey(conversation("call-1", "call-2")));
  });

  it("tells which answer belongs to which call", () => {
    const [, called, one, two] = conversation("a", "b");
    const [, , swappedOne, swappedTwo] = conversation("b", "a");
    const key = (...messages: readonly (BaseMessage | undefined)[]) =>
      modelKey(messages.filter((message) => message !== undefined));
    expect(key(called, one, two)).not.toBe(key(called, swappedOne, swappedTwo));
  });

  it.each<readonly [string, BaseMessage, BaseMessage]>([
    ["contents", new HumanMessage("a"), new HumanMessage("b")],
    ["types", new HumanMessage("a"), new SystemMessage("a")],
    ["roles", new ChatMessage("a", "one"), new ChatMessage("a", "two")],
    [
      "names",
      new HumanMessage({ content: "a", name: "one" }),
      new HumanMessage({ content: "a", name: "two" }),
    ],
    [
      "outcomes of a tool",
      new ToolMessage({ content: "a", tool_call_id: "1", status: "error" }),
      new ToolMessage({ content: "a", tool_call_id: "1", status: "success" }),
    ],
    [
      "arguments of a call",
      new AIMessage({ content: "", tool_calls: [{ name: "look", args: { at: 1 }, id: "1" }] }),
      new AIMessage({ content: "", tool_calls: [{ name: "look", args: { at: 2 }, id: "1" }] }),
    ],
    [
      "files",
      new HumanMessage({ content: [{ type: "file", source_type: "id", id: "file-1" }] }),
      new HumanMessage({ content: [{ type: "file", source_type: "id", id: "file-2" }] }),
    ],
  ])("differs by %s", (_, one, other) => {
    expect(modelKey([one])).not.toBe(modelKey([other]));
  });

  it("is the same for a message and its chunk, before and after a checkpointer has stored it", async () => {
    const calls = [{ name: "look", args: { at: "here" }, id: "a" }];
    const chunk = new AIMessageChunk({ content: "hm", tool_calls: calls });
    const { serde } = new MemorySaver();
    const stored: unknown = await serde.loadsTyped(...(await serde.dumpsTyped(chunk)));
    expect(stored).toBeInstanceOf(AIMessageChunk);
    const keys = [chunk, new AIMessage({ content: "hm", tool_calls: calls }), stored].map((message) =>
      AIMessage.isInstance(message) || AIMessageChunk.isInstance(message) ? modelKey([message]) : "",
    );
    expect(new Set(keys).size).toBe(1);
  });

  it("differs between a text for an LLM and the same text as a message", () => {
    expect(modelKey("hi")).not.toBe(modelKey([new HumanMessage("hi")]));
  });

  it("is the same in each process", () => {
    expect(modelKey([new HumanMessage("hi")])).toBe(
      "fad60786b979510b28fb0875a89fa371ca3011eda8ac06c2d2dfb6547de5f13c",
    );
    expect(toolKey("look", { at: 1 })).toBe(
      "55c930705dc4d858b899132999b44b059dd627cb3be15465ee5fd6c87cac305e",
    );
  });

  it.each<readonly [string, BaseMessage]>([
    ["a text", new HumanMessage("hi")],
    ["an image by its address", imageMessage({ source_type: "url", url: "https://localhost/a.png" })],
    [
      "images in full",
      imageMessage(
        { source_type: "base64", mime_type: "image/png", data: "AAAA" },
        { source_type: "base64", mime_type: "image/png", data: "BBBB" },
      ),
    ],
    [
      "an image in its standard form",
      new HumanMessage({ content: [{ type: "image", url: "https://localhost/a.png" }] }),
    ],
  ])("is the same for what callbacks are told and for what the model is given: %s", async (_, message) => {
    const told: string[] = [];
    const handler = BaseCallbackHandler.fromMethods({
      handleChatModelStart: (_model, [messages = []]) => void told.push(modelKey(messages)),
    });
    const callbacks = [Object.assign(handler, { awaitHandlers: true })];
    await new FakeListChatModel({ responses: ["hm"] }).invoke([message], { callbacks });
    for await (const _chunk of await new FakeListChatModel({ responses: ["hm"] }).stream([message], {
      callbacks,
    }));
    expect(told).toEqual([modelKey([message]), modelKey([message])]);
  });
});

function imageMessage(...sources: readonly object[]): HumanMessage {
  return new HumanMessage({ content: sources.map((source) => ({ type: "image", ...source })) });
}

describe("the key of a tool's call", () => {
  it("does not depend on the order of keys", () => {
    expect(toolKey("look", { a: 1, b: { c: 2, d: 3 } })).toBe(toolKey("look", { b: { d: 3, c: 2 }, a: 1 }));
    expect(toolKey("look", [1, 2])).not.toBe(toolKey("look", [2, 1]));
    expect(toolKey("look", {})).not.toBe(toolKey("see", {}));
  });

  it("is the same for arguments and for their JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(toolKey("look", JSON.stringify(value))).toBe(toolKey("look", value));
      }),
    );
  });

  it.each(["a text", '{"at":"here"}', "5", ""])(
    "is the same for what callbacks are told of the text %j",
    async (text) => {
      const told: string[] = [];
      const say = tool((said: string) => said, { name: "say", description: "", schema: z.string() });
      const handler = BaseCallbackHandler.fromMethods({
        handleToolStart: (_tool, input) => void told.push(toolKey("say", input)),
      });
      await say.invoke(text, { callbacks: [Object.assign(handler, { awaitHandlers: true })] });
      expect(told).toEqual([toolKey("say", { input: text })]);
    },
  );

  it("is another each time where arguments cannot be written as JSON", () => {
    const round: Record<string, unknown> = {};
    round["itself"] = round;
    expect(toolKey("look", round)).not.toBe(toolKey("look", round));
    expect(toolKey("look", { a: 1n })).not.toBe(toolKey("look", { a: 1n }));
  });
});

describe("with a redactor", () => {
  const redact = (text: string) => text.replaceAll(/sk-\d+/g, "[key]");

  it("is the same whether a secret was taken out before or not", () => {
    const [one, two] = [new HumanMessage("the key is sk-123"), new HumanMessage("the key is [key]")];
    expect(modelKey([one], redact)).toBe(modelKey([two], redact));
    expect(modelKey("sk-123", redact)).toBe(modelKey("[key]", redact));
    expect(toolKey("look", { key: "sk-1", deep: ['{"a":"sk-2"}'] }, redact)).toBe(
      toolKey("look", { key: "[key]", deep: ['{"a":"[key]"}'] }, redact),
    );
  });

  it("throws nothing where the redactor does, and matches nothing", () => {
    const failing = () => {
      throw new Error("no");
    };
    expect(modelKey("hi", failing)).not.toBe(modelKey("hi", failing));
  });
});

describe("the key of an act", () => {
  const asked = (id: string, text: string) => ({ messages: [new HumanMessage({ content: text, id })] });

  it("does not depend on ids of messages in its arguments", () => {
    expect(actKey("node", "book", asked("a", "a seat"))).toBe(actKey("node", "book", asked("b", "a seat")));
    expect(actKey("node", "book", asked("a", "a seat"))).not.toBe(
      actKey("node", "book", asked("a", "a room")),
    );
    expect(actKey("node", "book", asked("a", "a seat"))).not.toBe(
      actKey("act", "book", asked("a", "a seat")),
    );
  });

  it("is made after redaction, and holds nothing of the arguments", () => {
    const redact = (text: string): string => text.replaceAll(/sk-\w+/g, "[key]");
    const key = actKey("act", "send", { by: "sk-1" }, redact);
    expect(key).toBe(actKey("act", "send", { by: "[key]" }, redact));
    expect(key).toMatch(/^[0-9a-f]{64}$/);
  });
});
