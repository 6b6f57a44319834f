import type { RunnableConfig } from "@langchain/core/runnables";
import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { chainGraph, on } from "../fixtures/chain-graph.ts";
import { readTrajectory, rewind } from "../index.ts";
import { testCheckpointer } from "../testing/index.ts";
import { OverlaySaver } from "./overlay-saver.ts";

const graphOn = (checkpointer: BaseCheckpointSaver) => chainGraph().builder.compile({ checkpointer });
const bytesOf = (saver: MemorySaver): string => JSON.stringify([saver.storage, saver.writes]);

/** A thread with a run, in a checkpointer that counts what is read of it. */
async function thread() {
  let reads = 0;
  class CountingSaver extends MemorySaver {
    override getTuple(config: RunnableConfig) {
      reads += 1;
      return super.getTuple(config);
    }
  }
  const saver = new CountingSaver();
  const config = on("t");
  await graphOn(saver).invoke({ log: ["asked"] }, config);
  const copy = graphOn(new OverlaySaver(saver));
  return { saver, config, copy, reads: () => reads };
}

describe("OverlaySaver", () => {
  it("shows the threads of the checkpointer below, newest checkpoint first", async () => {
    const { saver, config, copy } = await thread();
    const states = async (graph: typeof copy) => {
      const ids: unknown[] = [];
      for await (const { config: at } of graph.getStateHistory(config)) ids.push(at.configurable);
      return ids;
    };
    expect((await copy.getState(config)).values).toEqual((await graphOn(saver).getState(config)).values);
    expect(await states(copy)).toEqual(await states(graphOn(saver)));
  });

  it("keeps a rewind, and the run from there, to itself", async () => {
    const { saver, config, copy } = await thread();
    const before = bytesOf(saver);
    const { steps } = await readTrajectory(copy, config);
    const fork = await rewind(copy, config, { checkpoint: steps[1]?.origin.before ?? "" });
    const again = await copy.invoke(null, config);
    expect(again).toEqual((await graphOn(saver).getState(config)).values);
    expect((await copy.getState(config)).parentConfig).not.toBeUndefined();
    expect(JSON.stringify(await readTrajectory(copy, config))).toContain(fork);
    expect(bytesOf(saver)).toBe(before);
  });

  it("gives the newest checkpoint below, also after an older one was read", async () => {
    const { saver, config, copy } = await thread();
    const newest = await graphOn(saver).getState(config);
    const { parentConfig = config } = newest;
    await copy.getState(parentConfig);
    expect((await copy.getState(config)).config).toEqual(newest.config);
  });

  it("does not follow a run that goes on below", async () => {
    const { saver, config, copy } = await thread();
    const first = await copy.getState(config);
    await graphOn(saver).invoke({ log: ["asked again"] }, config);
    expect((await copy.getState(config)).config).toEqual(first.config);
    await copy.invoke({ log: ["asked here"] }, config);
    expect(JSON.stringify((await copy.getState(config)).values)).not.toContain("asked again");
  });

  it("reads a checkpoint below once, and of a long thread no more than it needs", async () => {
    const { config, copy, reads, saver } = await thread();
    for (let turn = 0; turn < 50; turn += 1) await graphOn(saver).invoke({ log: [`turn ${turn}`] }, config);
    const before = reads();
    await copy.getState(config);
    await copy.getState(config);
    await copy.invoke({ log: ["here"] }, config);
    expect(reads() - before).toBeLessThan(10);
  });

  it("hides a thread that was deleted in it, and lets it begin anew", async () => {
    const { config, copy, saver } = await thread();
    const before = bytesOf(saver);
    const { checkpointer } = copy;
    if (typeof checkpointer !== "object") throw new Error("no checkpointer");
    await checkpointer.deleteThread("t");
    expect((await copy.getState(config)).values).toEqual({});
    for await (const tuple of checkpointer.list(config))
      throw new Error(`still there: ${tuple.checkpoint.id}`);
    await copy.invoke({ log: ["anew"] }, config);
    expect(JSON.stringify((await copy.getState(config)).values)).not.toContain("asked");
    expect(bytesOf(saver)).toBe(before);
  });

  it("asks again what the checkpointer below has failed to say", async () => {
    const { config, saver } = await thread();
    let isDown = true;
    const read = saver.getTuple.bind(saver);
    saver.getTuple = (at) => (isDown ? Promise.reject(new Error("down")) : read(at));
    const copy = graphOn(new OverlaySaver(saver));
    await expect(copy.getState(config)).rejects.toThrow("down");
    isDown = false;
    expect((await copy.getState(config)).values).not.toEqual({});
  });

  it("gives at most as many checkpoints as are asked for, its own among them", async () => {
    const { config, copy } = await thread();
    await copy.invoke({ log: ["here"] }, config);
    const { checkpointer } = copy;
    if (typeof checkpointer !== "object") throw new Error("no checkpointer");
    const ids: string[] = [];
    for await (const tuple of checkpointer.list(config, { limit: 7 })) ids.push(tuple.checkpoint.id);
    expect(ids).toHaveLength(7);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });
});

const shared = new OverlaySaver(new MemorySaver());
testCheckpointer(() => shared, { describe, it, name: "OverlaySaver" });
