import { AIMessage, HumanMessage, RemoveMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, on, untilTold } from "../fixtures/chain-graph.ts";
import { at, listed } from "../fixtures/checkpoints.ts";
import { fanOut, input, sends } from "../fixtures/graph-shapes.ts";
import { CheckpointNotFoundError, UnknownNoteChannelError } from "../errors/index.ts";
import { planRewind, readTrajectory, RecordingSaver, rewind } from "../index.ts";
import { newForkId } from "../langgraph/fork-id.ts";

/** A chain whose b errs until it is told, run once, and the checkpoint before b. */
async function failed() {
  const saver = new MemorySaver();
  const { builder, ran } = chainGraph({ b: untilTold("b") });
  const graph = builder.compile({ checkpointer: saver });
  await graph.invoke({ log: ["in"] }, on("t"));
  const trajectory = await readTrajectory(graph, on("t"));
  return { saver, graph, ran, trajectory, beforeB: (await planRewind(graph, trajectory, 1)).checkpoint };
}

describe("rewind", () => {
  it("makes a child of the target with its state, as the thread's newest checkpoint", async () => {
    const { saver, graph, beforeB } = await failed();
    const fork = await rewind(graph, on("t"), { checkpoint: beforeB });
    const newest = await saver.getTuple(on("t"));
    expect(newest?.checkpoint.id).toBe(fork);
    expect(newest?.parentConfig?.configurable?.["checkpoint_id"]).toBe(beforeB);
    expect(newest?.metadata).toEqual({ source: "update", step: 2, parents: {} });
    expect((await graph.getState(on("t"))).values).toEqual({ log: ["in", "a:right"], note: "" });
    expect((await graph.getState(on("t"))).next).toEqual(["b"]);
  });

  it("puts an update through the channel's own reducer, so that what runs next sees it", async () => {
    const { graph, ran, beforeB } = await failed();
    const fork = await rewind(graph, on("t"), {
      checkpoint: beforeB,
      updates: { log: ["told"], note: "mind b" },
    });
    const result = await graph.invoke(null, at("t", fork));
    expect(result).toEqual({ log: ["in", "a:right", "told", "b:right", "c:right"], note: "mind b" });
    expect(ran).toEqual(["a", "b", "c", "b", "c"]);
  });

  it("leaves the failed branch in the checkpointer bit for bit, also after the new one has run", async () => {
    const { saver, graph, trajectory, beforeB } = await failed();
    const before = structuredClone([{ ...saver.storage["t"]?.[""] }, { ...saver.writes }]);
    const history = await listed(saver, on("t"));
    const fork = await rewind(graph, on("t"), { checkpoint: beforeB, updates: { note: "mind b" } });
    await graph.invoke(null, at("t", fork));
    const after = [{ ...saver.storage["t"]?.[""] }, { ...saver.writes }];
    expect(after).toMatchObject(before);
    const kept = (await listed(saver, on("t"))).filter(({ checkpoint }) =>
      history.some((old) => old.checkpoint.id === checkpoint.id),
    );
    expect(kept).toEqual(history);
    expect((await graph.getState(at("t", trajectory.head))).values.log).toEqual([
      "in",
      "a:right",
      "b:wrong",
      "c:right",
    ]);
  });

  it("refuses an update of a channel that the graph does not have, and writes nothing", async () => {
    const { saver, graph, beforeB } = await failed();
    const history = await listed(saver, on("t"));
    const updates = { note: "mind b", nota: "mind b" };
    await expect(rewind(graph, on("t"), { checkpoint: beforeB, updates })).rejects.toThrow(
      UnknownNoteChannelError,
    );
    for (const own of ["__start__", "branch:to:b", "__pregel_tasks"])
      await expect(rewind(graph, on("t"), { checkpoint: beforeB, updates: { [own]: 1 } })).rejects.toThrow(
        `has no channel "${own}"`,
      );
    expect(await listed(saver, on("t"))).toEqual(history);
  });

  it("refuses a checkpoint that the thread does not have", async () => {
    const { graph, beforeB } = await failed();
    await expect(rewind(graph, on("t"), { checkpoint: newForkId() })).rejects.toThrow(
      CheckpointNotFoundError,
    );
    await expect(rewind(graph, on("u"), { checkpoint: beforeB })).rejects.toThrow(CheckpointNotFoundError);
  });

  it("makes the same fork again when it is repeated with its id", async () => {
    const { saver, graph, beforeB } = await failed();
    const options = { checkpoint: beforeB, updates: { log: ["told"] }, fork: newForkId() };
    expect(await rewind(graph, on("t"), options)).toBe(options.fork);
    const once = await listed(saver, on("t"));
    expect(await rewind(graph, on("t"), options)).toBe(options.fork);
    const twice = await listed(saver, on("t"));
    expect(twice.map(({ checkpoint }) => checkpoint.id)).toEqual(once.map(({ checkpoint }) => checkpoint.id));
    expect((await graph.getState(on("t"))).values.log).toEqual(["in", "a:right", "told"]);
  });

  it("takes any number of forks of one checkpoint, each with its own updates", async () => {
    const { graph, beforeB } = await failed();
    const [one, two] = [
      await rewind(graph, on("t"), { checkpoint: beforeB, updates: { note: "one" } }),
      await rewind(graph, on("t"), { checkpoint: beforeB, updates: { note: "two" } }),
    ];
    expect((await graph.getState(at("t", one))).values.note).toBe("one");
    expect((await graph.getState(at("t", two))).values.note).toBe("two");
    expect((await graph.getState(at("t", beforeB))).values.note).toBe("");
  });

  it("gives what it updates a version above all that the target has", async () => {
    const { saver, graph, beforeB } = await failed();
    const target = await saver.getTuple(at("t", beforeB));
    await rewind(graph, on("t"), { checkpoint: beforeB, updates: { note: "mind b" } });
    const newest = await saver.getTuple(on("t"));
    const { note, ...others } = newest?.checkpoint.channel_versions ?? {};
    expect(others).toEqual(target?.checkpoint.channel_versions);
    expect(note).toBeGreaterThan(Math.max(...Object.values(others).map(Number)));
  });

  it("marks the fork with the run and attempt that will continue from it", async () => {
    const { saver, graph, beforeB } = await failed();
    graph.checkpointer = new RecordingSaver(saver);
    await rewind(graph, on("t"), { checkpoint: beforeB, stamp: { run: "r", attempt: 2 } });
    expect((await saver.getTuple(on("t")))?.metadata).toMatchObject({
      rollback_run: "r",
      rollback_attempt: 2,
    });
  });

  it("runs again all tasks of a parallel superstep, and the Sends of a planner", async () => {
    const parallel = fanOut().compile({ checkpointer: new MemorySaver() });
    const planner = sends().compile({ checkpointer: new MemorySaver() });
    for (const [graph, step, log] of [
      [parallel, 2, ["in", "split", "told", "p", "q", "join"]],
      [planner, 0, ["in", "told", "plan", "worked on z", "worked on y", "worked on x", "collect"]],
    ] as const) {
      await graph.invoke(input(), on("t"));
      const before = (await readTrajectory(graph, on("t"))).steps[step]?.origin.before;
      const fork = await rewind(graph, on("t"), { checkpoint: before ?? "", updates: { log: ["told"] } });
      expect((await graph.invoke(null, at("t", fork))).log).toEqual(log);
    }
  });
});

describe("rewind of a conversation", () => {
  const conversation = () =>
    new StateGraph(MessagesAnnotation)
      .addNode("say", () => ({ messages: [new AIMessage({ id: "wrong", content: "6" })] }))
      .addNode("end", () => ({}))
      .addEdge(START, "say")
      .addEdge("say", "end");

  it("appends, replaces and removes messages as the messages reducer does", async () => {
    const graph = conversation().compile({ checkpointer: new MemorySaver() });
    await graph.invoke({ messages: [new HumanMessage({ id: "task", content: "2 + 3?" })] }, on("t"));
    const { checkpoint } = await planRewind(graph, await readTrajectory(graph, on("t")), 1);
    const messages = [
      new RemoveMessage({ id: "wrong" }),
      new HumanMessage({ id: "task", content: "2 + 3, please?" }),
      new HumanMessage({ id: "note", content: "6 is wrong" }),
    ];
    const fork = await rewind(graph, on("t"), { checkpoint, updates: { messages } });
    const { values }: { values: typeof MessagesAnnotation.State } = await graph.getState(at("t", fork));
    expect(values.messages.map(({ id, text }) => [id, text])).toEqual([
      ["task", "2 + 3, please?"],
      ["note", "6 is wrong"],
    ]);
  });
});
