import type { RunnableConfig } from "@langchain/core/runnables";
import {
  MemorySaver,
  type CheckpointListOptions,
  type CheckpointTuple,
} from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { chainGraph, on } from "../fixtures/chain-graph.ts";
import { MeteredSaver } from "../fixtures/metered-saver.ts";
import { readHistory, readStep, readTrajectory, withRollback } from "../index.ts";
import { OUTLINED_CHANNELS, readTask, readTurns, threadsVersion, threadVersion } from "../inspection.ts";
import { listThreads } from "../history/list-threads.ts";

/** The outlines of what a `MemorySaver` holds. */
class Outlines extends MemorySaver {
  constructor({ storage, writes }: MemorySaver) {
    super();
    Object.assign(this, { storage, writes });
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const tuple = await super.getTuple(config);
    return tuple && outlineOf(tuple);
  }

  override async *list(
    config: RunnableConfig,
    options?: CheckpointListOptions,
  ): AsyncGenerator<CheckpointTuple> {
    for await (const tuple of super.list(config, options)) yield outlineOf(tuple);
  }
}

function outlineOf(tuple: CheckpointTuple): CheckpointTuple {
  const { checkpoint } = tuple;
  const kept = Object.entries(checkpoint.channel_values).filter(([name]) => OUTLINED_CHANNELS.includes(name));
  return { ...tuple, checkpoint: { ...checkpoint, channel_values: Object.fromEntries(kept) } };
}

describe("a thread whose checkpoints have outlines", () => {
  it("shows what ran without any of its states being read", async () => {
    const saver = new MeteredSaver();
    const graph = withRollback(chainGraph().builder.compile({ checkpointer: saver }), {
      verify: ({ attempt }) => attempt > 1,
    });
    await graph.invoke({ log: ["in"] }, on("t"));
    const source = { saver, outlines: new Outlines(saver) };
    saver.takeReads();
    const [run] = await readHistory(source, on("t"));
    const heads = run?.attempts.map(({ head }) => head) ?? [];
    const at = (head: string) => ({ configurable: { ...on("t").configurable, checkpoint_id: head } });
    const read = {
      trajectories: await Promise.all(heads.map((head) => readTrajectory(source, at(head)))),
      turns: await readTurns(source, on("t")),
      task: await readTask(source, on("t")),
      threads: await listThreads(source, 10),
      versions: [await threadVersion(source, on("t")), await threadsVersion(source)],
    };
    expect(saver.takeReads()).toEqual([]);
    expect(heads).toHaveLength(2);
    expect(read).toEqual({
      trajectories: await Promise.all(heads.map((head) => readTrajectory(saver, at(head)))),
      turns: await readTurns(saver, on("t")),
      task: await readTask(saver, on("t")),
      threads: await listThreads(saver, 10),
      versions: [await threadVersion(saver, on("t")), await threadsVersion(saver)],
    });
  });

  it("gives the whole state of a step that is opened", async () => {
    const saver = new MemorySaver();
    const graph = chainGraph().builder.compile({ checkpointer: saver });
    await graph.invoke({ log: ["in"] }, on("t"));
    const source = { saver, outlines: new Outlines(saver) };
    const step = (await readTrajectory(source, on("t"))).steps.at(-1);
    if (step === undefined) throw new Error("Expected a step.");
    expect((await readStep(source, on("t"), step)).state).toMatchObject({
      log: expect.arrayContaining(["in"]),
    });
    expect(await readStep(source, on("t"), step)).toEqual(await readStep(saver, on("t"), step));
  });
});
