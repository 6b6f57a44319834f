import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { expect, it } from "vitest";

import { messageViewsIn } from "./message-view.ts";

/** Nothing makes a text of it. */
const textless: unknown = JSON.parse(`{"toString":1,"valueOf":1}`);

it("takes for its role whichever of role and type is a text, and anything for its content", () => {
  expect(
    messageViewsIn([
      { role: textless, type: "human", content: [{ type: textless }, { type: "image" }, "said"] },
      { role: "user", type: textless, content: textless },
    ]),
  ).toEqual([
    { role: "human", text: "(unknown)\n(image)\nsaid", toolCalls: [] },
    { role: "user", text: "(unknown)", toolCalls: [] },
  ]);
});

it("does not fall over names and ids that a model's server made up", () => {
  const answer = new AIMessage({
    content: "x",
    tool_calls: JSON.parse(`[{"args":{},"id":null},{"name":{}}]`),
  });
  const result = new ToolMessage({ content: "y", tool_call_id: "1" });
  Object.assign(result, { name: 7, tool_call_id: null });
  expect(messageViewsIn([answer, result])).toEqual([
    { role: "ai", text: "x", toolCalls: [{ name: "unknown", args: {} }, { name: "unknown" }] },
    { role: "tool", text: "y", toolCalls: [] },
  ]);
});
