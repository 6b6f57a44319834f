import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { withRollback, type RollbackOptions } from "../index.ts";
import { replayBaseline } from "./index.ts";

const input = { messages: [new HumanMessage("How much is it?")] };
const RECORD = { models: true, tools: true };

/** A run of two nodes: a model answers, and then the text is said. */
async function recordedRun(say: () => string, record: RollbackOptions["record"] = RECORD) {
  const model = new FakeListChatModel({ responses: ["The answer.", "Another answer."] });
  const graph = withRollback(
    new StateGraph(MessagesAnnotation)
      .addNode("ask", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addNode("say", () => ({ messages: [new AIMessage(say())] }))
      .addEdge(START, "ask")
      .addEdge("ask", "say")
      .compile({ checkpointer: new MemorySaver() }),
    { verify: () => true, ...(record === undefined ? {} : { record }) },
  );
  await graph.invoke(input, on("t"));
  return graph;
}

describe("replayBaseline", () => {
  it("finds a run faithful whose steps follow from its state and its recorded answers", async () => {
    const graph = await recordedRun(() => "always the same");
    expect(await replayBaseline(graph, on("t"))).toEqual({
      status: "faithful",
      reason: "Each of 2 steps wrote what it wrote in the recorded run.",
    });
  });

  it("says at which step a clock is read", async () => {
    let now = Date.parse("2026-01-01T10:00:00Z");
    const graph = await recordedRun(() => `It is ${new Date((now += 60_000)).toISOString()}.`);
    expect(await replayBaseline(graph, on("t"))).toMatchObject({
      status: "degraded",
      step: 1,
      cause: "time",
    });
  });

  it("says at which step chance decides", async () => {
    let draw = 0;
    const graph = await recordedRun(() => `drew ${(draw += 7)}`);
    expect(await replayBaseline(graph, on("t"))).toMatchObject({
      status: "degraded",
      step: 1,
      cause: "randomness",
    });
  });

  it("says at which step something outside of the state has changed since", async () => {
    let price = "$14";
    const graph = await recordedRun(() => price);
    price = "$15";
    const { reason, ...found } = await replayBaseline(graph, on("t"));
    expect(found).toEqual({ status: "degraded", step: 1, cause: "hidden-state" });
    expect(reason).toContain("Step 2 (say) differs from the recorded one");
  });

  it("cannot be had where no model calls were recorded, and asks no model", async () => {
    const graph = await recordedRun(() => "always the same", { tools: true });
    const { status, reason } = await replayBaseline(graph, on("t"));
    expect(status).toBe("unknown");
    expect(reason).toContain("record: { models: true }");
  });

  it("compares redacted answers with the redacted run", async () => {
    const redact = (text: string) => text.replaceAll("answer", "[gone]");
    const graph = await recordedRun(() => "always the same", { ...RECORD, redact });
    expect(await replayBaseline(graph, on("t"))).toMatchObject({ status: "faithful" });
  });
});
