import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { copyCheckpoint, DeltaSnapshot, MemorySaver, uuid6 } from "@langchain/langgraph-checkpoint";
import { MessagesDeltaValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { at, stored, thread } from "./graphs.ts";

/** A conversation of one node, run once, and a child of the checkpoint before that node. */
async function forked(values: Readonly<Record<string, unknown>>) {
  const saver = new MemorySaver();
  const graph = new StateGraph(new StateSchema({ messages: MessagesDeltaValue }))
    .addNode("say", () => ({ messages: [new AIMessage("said")] }))
    .addEdge(START, "say")
    .compile({ checkpointer: saver });
  await graph.invoke({ messages: [new HumanMessage("go")] }, thread);
  const target = (await stored(graph))[1];
  if (target === undefined) throw new Error("expected the checkpoint before the node");
  const child = copyCheckpoint(target.checkpoint);
  child.id = uuid6(1);
  Object.assign(child.channel_values, values);
  await saver.put(at(target.checkpoint.id), child, { source: "update", step: 1, parents: {} });
  const { values: state }: { values: { messages: readonly { text: string }[] } } = await graph.getState(
    at(child.id),
  );
  return { target, words: state.messages.map(({ text }) => text) };
}

describe("a DeltaChannel (else a fork holds what the abandoned branch said)", () => {
  it("keeps no value in a checkpoint", async () => {
    const { target } = await forked({});
    expect(target.checkpoint.channel_values).not.toHaveProperty("messages");
  });

  it("replays in a fork what ran from its parent in the other branch (langgraphjs#2737): rewind must store a value", async () => {
    expect((await forked({})).words).toEqual(["go", "said"]);
  });

  it("takes a DeltaSnapshot in the checkpoint for its value, and replays nothing", async () => {
    const messages = new DeltaSnapshot([new HumanMessage("kept")]);
    expect((await forked({ messages })).words).toEqual(["kept"]);
  });

  it("orders what nodes that run at once have said by their tasks' ids, which differ in each fork", async () => {
    const say = (id: string) => () => ({ messages: [new AIMessage({ id, content: id })] });
    const graph = new StateGraph(new StateSchema({ messages: MessagesDeltaValue }))
      .addNode("a", say("a"))
      .addNode("b", say("b"))
      .addEdge(START, "a")
      .addEdge(START, "b")
      .compile({ checkpointer: new MemorySaver() });
    for (let run = 0; run < 8; run += 1) {
      const config = { configurable: { thread_id: `at-once-${run}` } };
      const { messages } = await graph.invoke({ messages: [] }, config);
      const before = (await stored(graph, config.configurable)).find(({ metadata }) => metadata?.step === 0);
      const said = before?.pendingWrites?.filter(([, channel]) => channel === "messages") ?? [];
      const byTask = said.toSorted(([one], [other]) => (one < other ? -1 : 1));
      const ids = byTask.flatMap(([, , value]) => (Array.isArray(value) ? value : []));
      expect(messages.map(({ id }) => id)).toEqual(ids.map((message: AIMessage) => message.id));
    }
  });
});
