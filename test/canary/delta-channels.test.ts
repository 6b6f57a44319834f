import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { copyCheckpoint, DeltaSnapshot, MemorySaver, uuid6 } from "@langchain/langgraph-checkpoint";
import { MessagesDeltaValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { isSince } from "../fixtures/langgraph-version.ts";
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

describe("a DeltaChannel (else a fork holds the writes of the abandoned branch)", () => {
  it("keeps no value in a checkpoint", async () => {
    const { target } = await forked({});
    expect(target.checkpoint.channel_values).not.toHaveProperty("messages");
  });

  it("is named in the metadata of such a checkpoint (else prune empties it)", async () => {
    const { target } = await forked({});
    expect(Reflect.get(Object(target.metadata), "counters_since_delta_snapshot")).toHaveProperty("messages");
  });

  it("replays in a fork what ran from its parent in the other branch (langgraphjs#2737): rewind must store a value", async () => {
    expect((await forked({})).words).toEqual(["go", "said"]);
  });

  it("takes a DeltaSnapshot in the checkpoint for its value, and replays nothing", async () => {
    const messages = new DeltaSnapshot([new HumanMessage("kept")]);
    expect((await forked({ messages })).words).toEqual(["kept"]);
  });

  it.skipIf(isSince("1.5"))("orders the writes of parallel nodes by their tasks' ids", async () => {
    for (const { live, tasks } of await saidAtOnce())
      expect(live).toEqual(
        tasks.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, said]) => said),
      );
  });

  it.runIf(isSince("1.5"))(
    "orders the writes of parallel nodes by their paths, and marks such threads",
    async () => {
      for (const { live, metadata } of await saidAtOnce()) {
        expect(live).toEqual(["a", "b", "c"]);
        expect(metadata).toHaveProperty("delta_writes_versioned", true);
      }
    },
  );
});

/** Eight runs of three parallel nodes that write into one DeltaChannel: the order in which their messages stand then. */
async function saidAtOnce() {
  const say = (id: string) => () => ({ messages: [new AIMessage({ id, content: id })] });
  const graph = new StateGraph(new StateSchema({ messages: MessagesDeltaValue }))
    .addNode("c", say("c"))
    .addNode("a", say("a"))
    .addNode("b", say("b"))
    .addEdge(START, "a")
    .addEdge(START, "b")
    .addEdge(START, "c")
    .compile({ checkpointer: new MemorySaver() });
  const runs = [];
  for (let run = 0; run < 8; run += 1) {
    const config = { configurable: { thread_id: `at-once-${run}` } };
    const { messages } = await graph.invoke({ messages: [] }, config);
    const before = (await stored(graph, config.configurable)).find(({ metadata }) => metadata?.step === 0);
    const tasks = (before?.pendingWrites ?? [])
      .filter(([, channel]) => channel === "messages")
      .map(([task, , value]): [string, unknown] => [task, Object(value)[0]?.id]);
    runs.push({ live: messages.map(({ id }) => id), tasks, metadata: before?.metadata });
  }
  return runs;
}
