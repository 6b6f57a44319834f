import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";

import { seenMessages } from "./seen-messages.ts";

const textsOf = ({ seen = [] }: ReturnType<typeof seenMessages>): readonly string[] =>
  seen.map(({ text }) => text);

describe("seenMessages", () => {
  it("shows the messages of the state in their order, with roles and calls", () => {
    const call = new AIMessage({
      content: "",
      tool_calls: [{ name: "search", args: { city: "Graz" }, id: "c1" }],
    });
    const messages = [new SystemMessage("Be brief."), new HumanMessage("How far?"), call];
    const answer = new ToolMessage({ content: "1", tool_call_id: "c1", name: "search" });
    expect(seenMessages({ total: 1, messages: [...messages, answer] }, 10_000)).toEqual({
      seen: [
        { role: "system", text: "Be brief.", toolCalls: [] },
        { role: "human", text: "How far?", toolCalls: [] },
        { role: "ai", text: "", toolCalls: [{ name: "search", args: { city: "Graz" }, id: "c1" }] },
        { role: "tool", name: "search", text: "1", toolCalls: [], toolCallId: "c1" },
      ],
    });
  });

  it("keeps the instructions and the newest of many, and says how many are missing", () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ role: "human", content: `message ${index}` }));
    const shown = seenMessages({ messages: [{ role: "system", content: "Be brief." }, ...many] }, 4000);
    const texts = textsOf(shown);
    expect(texts[0]).toBe("Be brief.");
    expect(texts.at(-1)).toBe("message 4999");
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.length - 1 + (shown.unseen ?? 0)).toBe(5000);
    expect(JSON.stringify(shown).length).toBeLessThan(5000);
  });

  it("shortens a message that is too long, and says so", () => {
    const [text = ""] = textsOf(seenMessages([{ role: "human", content: "long ".repeat(10_000) }], 1000));
    expect(text.length).toBeLessThan(1200);
    expect(text).toMatch(/characters? left out\.\)$/);
  });

  it("finds none where nothing looks like a message", () => {
    expect(seenMessages({ total: 3, log: ["one"] }, 1000)).toEqual({ seen: [] });
    expect(seenMessages("text", 1000)).toEqual({ seen: [] });
  });
});
