import { type ServerReply, startOpenaiServer } from "@langgraph-rollback/attributors/testing";
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { readTrajectory, RecordingSaver } from "langgraph-rollback";
import { describe, expect, it } from "vitest";
import { unsureRuns } from "../../fixtures/unsure-team.ts";

/** Log-probabilities of the one step of a graph that asks a server; LangGraph streams its messages, or does not. */
async function recorded(
  reply: ServerReply,
  { streamsMessages = false, ...settings }: { streaming?: boolean; streamsMessages?: boolean } = {},
) {
  const server = await startOpenaiServer(() => reply);
  try {
    const model = new ChatOpenAI({
      model: "any",
      apiKey: "none",
      maxRetries: 0,
      configuration: { baseURL: server.baseURL },
      logprobs: true,
      ...settings,
    });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("ask", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addEdge(START, "ask")
      .addEdge("ask", END)
      .compile({ checkpointer: new RecordingSaver(new MemorySaver()) });
    const config = { configurable: { thread_id: "one" } };
    const input = { messages: [{ role: "user" as const, content: "How much is 6 * 7?" }] };
    if (streamsMessages)
      for await (const _ of await graph.stream(input, { ...config, streamMode: "messages" })) continue;
    else await graph.invoke(input, config);
    const { steps } = await readTrajectory(graph, config);
    return steps[0]?.logprobs;
  } finally {
    await server.close();
  }
}

const told: ServerReply = {
  content: "42",
  logprobs: [
    { token: "4", logprob: -0.25 },
    { token: "2", logprob: -2.75 },
  ],
};
const found = { tokens: 2, mean: -1.5, least: -2.75, unlikely: 0.5 };

describe("log-probabilities that ChatOpenAI stores in checkpoints", () => {
  it("reach the step of a plain call", async () => {
    expect(await recorded(told)).toEqual(found);
  });

  it("reach it where a node streams, and those of tool calls are told from those of the text", async () => {
    const [run] = await unsureRuns({ runs: 1, signal: 0, seed: 1 });
    const steps = run?.steps.map(({ logprobs, toolCalls = [] }) => [
      logprobs?.tokens,
      toolCalls.length,
      logprobs !== undefined && "argumentEntropy" in logprobs,
    ]);
    // Every other step is streamed, and calls a tool.
    const plain = [12, 0, false];
    const streamed = [16, 1, true];
    expect(steps).toEqual([plain, streamed, plain, streamed, plain, streamed]);
  });

  it("are lost by LangChain where LangGraph streams messages, unless the model may not stream", async () => {
    expect(await recorded(told, { streamsMessages: true })).toBeUndefined();
    expect(await recorded(told, { streamsMessages: true, streaming: false })).toEqual(found);
  });

  it("are absent where the server sends other things in their place", async () => {
    const odd = JSON.parse(
      '[{"token": "42", "logprob": "-1"}, {"token": 7, "logprob": 3}, {"logprob": null}]',
    );
    expect(await recorded({ content: "42", logprobs: odd })).toBeUndefined();
    expect(await recorded({ content: "42", logprobs: [] })).toBeUndefined();
  });
});
