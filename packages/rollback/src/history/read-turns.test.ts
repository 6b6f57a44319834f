import { Annotation, interrupt, START, StateGraph } from "@langchain/langgraph";
import { MemorySaver, type CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { readHistory } from "./history.ts";
import { readTask, readTurns, threadVersion } from "./read-turns.ts";
import { RecordingSaver } from "../recording/recording-saver.ts";
import { withRollback } from "../with-rollback.ts";

const thread = { configurable: { thread_id: "t" } };

/** Counts how often a checkpoint is read. */
class CountingSaver extends MemorySaver {
  reads = 0;

  override getTuple(...[config]: Parameters<MemorySaver["getTuple"]>): Promise<CheckpointTuple | undefined> {
    this.reads += 1;
    return super.getTuple(config);
  }
}

/** Counts from 0 to a number; asks at 3. */
function counting(checkpointer: MemorySaver) {
  const State = Annotation.Root({ to: Annotation<number>, at: Annotation<number> });
  return new StateGraph(State)
    .addNode("count", ({ at }) => {
      if (at === 3) interrupt("go on?");
      return { at: at + 1 };
    })
    .addEdge(START, "count")
    .addConditionalEdges("count", ({ at, to }) => (at < to ? "count" : "__end__"))
    .compile({ checkpointer });
}

const newestOf = async (saver: MemorySaver) => (await saver.getTuple(thread))?.checkpoint.id;

describe("readTurns", () => {
  it("tells where each turn ended, named after its run and attempt, or else after its first checkpoint", async () => {
    const saver = new MemorySaver();
    let failures = 0;
    const guarded = withRollback(counting(saver), { verify: () => (failures += 1) > 1 });
    await guarded.invoke({ to: 1, at: 0 }, thread);
    const first = await newestOf(saver);
    await counting(saver).invoke({ to: 2, at: 0 }, thread);
    const second = await newestOf(saver);
    const [run] = await readHistory(saver, thread);
    const turns = await readTurns(saver, thread);
    expect(turns).toEqual([
      { head: first, run: run?.run, attempt: 2 },
      { head: second, run: expect.any(String) },
    ]);
    const start = await saver.getTuple({
      configurable: { ...thread.configurable, checkpoint_id: turns[1]?.run },
    });
    expect(start?.metadata?.source).toBe("input");
  });

  it("tells of an attempt that stands at a question, also after somebody has edited its state", async () => {
    const saver = new MemorySaver();
    const guarded = withRollback(counting(saver), { verify: () => true });
    await guarded.invoke({ to: 9, at: 0 }, thread);
    const [asked] = await readTurns(saver, thread);
    expect(asked).toMatchObject({ attempt: 1 });
    await counting(saver).updateState(thread, { at: 5 });
    expect(await readTurns(saver, thread)).toEqual([{ ...asked, head: await newestOf(saver) }]);
  });

  it("gives the same when it knows what it read before, and reads less", async () => {
    const saver = new CountingSaver();
    await counting(saver).invoke({ to: 2, at: 0 }, thread);
    await counting(saver).invoke({ to: 40, at: 4 }, { ...thread, recursionLimit: 99 });
    const before = await readTurns(saver, thread);
    await counting(saver).updateState(thread, { at: 7 });
    const counted = async (known?: typeof before) => {
      const start = saver.reads;
      const turns = await readTurns(saver, thread, known);
      return { turns, reads: saver.reads - start };
    };
    const [anew, again] = [await counted(), await counted(before)];
    expect(again.turns).toEqual(anew.turns);
    expect(anew.reads).toBeGreaterThan(35);
    expect(again.reads).toBeLessThan(5);
  });

  it("goes back as far as the checkpointer does", async () => {
    const saver = new MemorySaver();
    await counting(saver).invoke({ to: 2, at: 0 }, thread);
    const [turn] = await readTurns(saver, thread);
    const kept = saver.storage["t"]?.[""] ?? {};
    delete kept[turn?.run ?? ""];
    const [oldest] = Object.keys(kept).toSorted();
    expect(await readTurns(saver, thread)).toEqual([{ head: turn?.head, run: oldest }]);
  });

  it("leaves no trace in the recorder of its graph", async () => {
    const saver = new CountingSaver();
    const recorder = new RecordingSaver(saver);
    const graph = counting(saver);
    await graph.invoke({ to: 2, at: 0 }, thread);
    await readTurns(recorder, thread);
    await threadVersion(recorder, thread);
    const head = (await newestOf(saver)) ?? "";
    expect(recorder.recordedSuperstep("t", "", head)).toBeUndefined();
  });

  it("knows nothing of a thread that is not there", async () => {
    expect(await readTurns(new MemorySaver(), thread)).toEqual([]);
    expect(await readTask(new MemorySaver(), thread)).toBeUndefined();
  });
});

describe("readTask", () => {
  it("is the latest turn's, in text", async () => {
    const saver = new MemorySaver();
    await counting(saver).invoke({ to: 1, at: 0 }, thread);
    await counting(saver).invoke({ to: 2, at: 0 }, thread);
    const turns = await readTurns(saver, thread);
    expect(await readTask(saver, thread)).toEqual({ task: "to: 2\nat: 0", checkpoint: turns[1]?.run });
  });
});

describe("threadVersion", () => {
  it("changes with each step, each task that ends beside others, and each verdict", async () => {
    const saver = new MemorySaver();
    const versions = new Set([await threadVersion(saver, thread)]);
    const note = async () => void versions.add(await threadVersion(saver, thread));
    const State = Annotation.Root({
      log: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
    });
    const graph = new StateGraph(State)
      .addNode("one", () => ({ log: ["one"] }))
      .addNode("quick", () => ({ log: ["quick"] }))
      .addNode("slow", async () => {
        await expect.poll(async () => (await saver.getTuple(thread))?.pendingWrites?.length).toBe(1);
        await note();
        return { log: ["slow"] };
      })
      .addEdge(START, "one")
      .addEdge("one", "quick")
      .addEdge("one", "slow")
      .compile({ checkpointer: saver });
    const verify = async () => {
      await note();
      return true;
    };
    await withRollback(graph, { verify }).invoke({}, thread);
    await note();
    expect(versions.size).toBe(4);
    await note();
    expect(versions.size).toBe(4);
  });
});
