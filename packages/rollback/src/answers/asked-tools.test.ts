import { ToolMessage } from "@langchain/core/messages";
import { tool, DynamicTool } from "@langchain/core/tools";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { Command } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { gateOf } from "../fixtures/gate-for-tests.ts";
import { answeringFrom } from "./answering.ts";

describe("a tool inside of a gate", () => {
  const look = tool(({ at }: { at: number }) => `looked at ${at}`, {
    name: "look",
    description: "looks",
    schema: z.object({ at: z.coerce.number() }),
  });
  const call = { name: "look", args: { at: "3" }, id: "now", type: "tool_call" as const };

  it("gives a recorded message as the answer to the present call", async () => {
    const recorded = new ToolMessage({
      content: "recorded",
      tool_call_id: "then",
      name: "look",
      artifact: 1,
    });
    const { gate, tools } = gateOf({ tool: () => ({ answer: recorded }) });
    const given: unknown = await answeringFrom(gate, () => look.invoke(call));
    expect(given).toMatchObject({ content: "recorded", tool_call_id: "now", name: "look", artifact: 1 });
    expect(JSON.stringify(given)).toContain('"tool_call_id":"now"');
    expect(recorded.tool_call_id).toBe("then");
    expect(tools).toMatchObject([{ name: "look", args: { at: 3 }, toolCallId: "now", tool: look }]);
  });

  it("gives the messages of a recorded Command as answers to the present call", async () => {
    const message = new ToolMessage({ content: "recorded", tool_call_id: "then" });
    const updates = [{ messages: [message], seen: 1 }, [["messages", [message]]] as [string, unknown][]];
    for (const update of updates) {
      const { gate } = gateOf({ tool: () => ({ answer: new Command({ update, goto: "next" }) }) });
      const given: unknown = await answeringFrom(gate, () => look.invoke(call));
      expect(given).toBeInstanceOf(Command);
      expect(given).toMatchObject({ goto: ["next"] });
      expect(JSON.stringify(given)).toContain('"tool_call_id":"now"');
      expect(JSON.stringify(given)).not.toContain("then");
    }
  });

  it.each([null, undefined, "text", { a: [1] }])("gives a recorded value as it is: %o", async (answer) => {
    const { gate } = gateOf({ tool: () => ({ answer }) });
    expect(await answeringFrom(gate, () => look.invoke({ at: 3 }))).toEqual(answer);
  });

  it.each([
    ["a text", "text"],
    ["a value", { a: 1 }],
    ["blocks", [{ type: "text", text: "a" }]],
    ["null", null],
  ])("makes of a function's result what the tool makes of it: %s", async (_, result) => {
    const made = tool(() => result, {
      name: "made",
      description: "",
      schema: z.object({}),
      metadata: { a: 1 },
    });
    const { gate } = gateOf({ tool: () => ({ result }) });
    for (const given of [{ ...call, name: "made", args: {} }, {}]) {
      const live: unknown = await made.invoke(given);
      expect(await answeringFrom(gate, (): Promise<unknown> => made.invoke(given))).toEqual(live);
    }
  });

  it("makes content and artifact of a pair, as the tool does", async () => {
    const fields = {
      name: "pair",
      description: "",
      schema: z.object({}),
      responseFormat: "content_and_artifact",
    } as const;
    const pair = tool(() => ["content", { deep: 1 }], fields);
    const { gate } = gateOf({ tool: () => ({ result: ["content", { deep: 1 }] }) });
    for (const given of [{ ...call, name: "pair", args: {} }, {}]) {
      const live: unknown = await pair.invoke(given);
      expect(await answeringFrom(gate, (): Promise<unknown> => pair.invoke(given))).toEqual(live);
    }
    const alone = gateOf({ tool: () => ({ result: "no pair" }) });
    expect(await answeringFrom(alone.gate, (): Promise<unknown> => pair.invoke({}))).toBe("no pair");
  });

  it("says itself what is wrong with its arguments, and nobody is asked", async () => {
    const { gate, tools } = gateOf({ tool: () => ({ answer: "recorded" }) });
    await expect(answeringFrom(gate, () => look.invoke({ at: "nowhere" }))).rejects.toThrow("did not match");
    const json = tool(() => "own", {
      name: "json",
      description: "",
      schema: { type: "object", properties: { at: { type: "number" } }, required: ["at"] },
    });
    await expect(answeringFrom(gate, () => json.invoke({}))).rejects.toThrow("did not match");
    expect(tools).toHaveLength(0);
    expect(await answeringFrom(gate, (): Promise<unknown> => json.invoke({ at: 1 }))).toBe("recorded");
  });

  it("asks about a tool of one text as about any other", async () => {
    const say = new DynamicTool({ name: "say", description: "says", func: async (text) => `said ${text}` });
    const { gate, tools } = gateOf();
    expect(await answeringFrom(gate, () => say.invoke("hello"))).toBe("said hello");
    expect(tools).toMatchObject([{ name: "say", args: "hello" }]);
  });

  it("asks about the tools and models that a tool calls", async () => {
    const inner = new FakeListChatModel({ responses: ["inner"] });
    const outer = tool(async () => `${(await inner.invoke("hi")).text}, ${await look.invoke({ at: 1 })}`, {
      name: "outer",
      description: "calls others",
      schema: z.object({}),
    });
    const { gate, tools, models } = gateOf({
      tool: ({ name }) => (name === "look" ? { answer: "recorded" } : undefined),
    });
    expect(await answeringFrom(gate, () => outer.invoke({}))).toBe("inner, recorded");
    expect(tools.map(({ name }) => name)).toEqual(["outer", "look"]);
    expect(models).toHaveLength(1);
  });
});
