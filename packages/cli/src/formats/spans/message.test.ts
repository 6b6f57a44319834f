import { describe, expect, it } from "vitest";

import { messagesIn } from "./message.ts";

describe("messages of a span", () => {
  it.each([
    ["a part", { role: "assistant", parts: [{ type: "tool_call", id: "c", arguments: { n: 1 } }] }],
    [
      "OpenAI's list",
      { role: "assistant", content: "", tool_calls: [{ id: "c", function: { arguments: '{"n":1}' } }] },
    ],
    ["a message of its own", { type: "function_call", call_id: "c", arguments: '{"n":1}' }],
  ])("keep a call whose name nobody wrote: %s", (_, message) => {
    expect(messagesIn(message).flatMap(({ calls }) => calls)).toEqual([
      { name: "", args: { n: 1 }, id: "c" },
    ]);
  });

  it("have an answer of a tool inside of `result` as its text, and an object as the text that it was", () => {
    const answer = (response: unknown) => ({
      role: "tool",
      parts: [{ type: "tool_call_response", id: "c", response }],
    });
    const textOf = (response: unknown) =>
      messagesIn(answer(response)).flatMap(({ results }) => results)[0]?.text;
    expect(textOf({ result: "sunny" })).toBe("sunny");
    expect(textOf('{ "sky":  "blue" }')).toBe('{ "sky":  "blue" }');
  });
});
