import { createAgent } from "langchain";
import { keptChunks, withAttempts, withRollback } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { StreamingModel } from "../fixtures/streaming-model.ts";

const question = { messages: [{ role: "user" as const, content: "3 tickets at $14?" }] };

/** An agent whose model answers wrongly until it is told of a failed attempt. */
const answeringAgent = () => {
  const model = new StreamingModel((messages) =>
    messages.some(({ name }) => name === "rollback") ? "42" : "45",
  );
  return withRollback(createAgent({ model, tools: [] }), {
    verify: ({ output }) => output?.messages.at(-1)?.text === "42",
  });
};

describe("an agent whose first answer is rolled back", () => {
  it("streams both answers, each token marked with its attempt", async () => {
    const stream = await answeringAgent().stream(question, { streamMode: "messages" });
    const shown: string[] = [];
    for await (const item of withAttempts(stream))
      shown.push(
        item.type === "chunk" ? `${item.attempt}: ${item.chunk[0].text}` : `undone from ${item.from}`,
      );
    expect(shown).toEqual(["1: 4", "1: 5", "undone from 0", "2: 4", "2: 2"]);
  });

  it("shows the right answer alone to who reads only what stands", async () => {
    const stream = await answeringAgent().stream(question, { streamMode: "messages" });
    const tokens: string[] = [];
    for await (const [token] of keptChunks(stream)) tokens.push(token.text);
    expect(tokens).toEqual(["4", "2"]);
  });
});
