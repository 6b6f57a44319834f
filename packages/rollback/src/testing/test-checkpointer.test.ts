import type { RunnableConfig } from "@langchain/core/runnables";
import {
  MemorySaver,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { describe, expect, inject, it } from "vitest";

import { testCheckpointer } from "./test-checkpointer.ts";

/** Runs the suite with a runner of its own, and returns the titles of the tests that failed. */
async function failing(saver: MemorySaver): Promise<readonly string[]> {
  const tests: { readonly title: string; readonly body: () => Promise<void> }[] = [];
  testCheckpointer(() => saver, {
    describe: (_, body) => body(),
    it: (title, body) => tests.push({ title, body }),
  });
  expect(tests.length).toBeGreaterThan(10);
  const failed: string[] = [];
  for (const { title, body } of tests) await body().catch(() => failed.push(title));
  return failed;
}

/** Keeps one value for each channel and step, whichever came first: what PostgresSaver does with bare versions. */
class ByStep extends MemorySaver {
  readonly #values = new Map<string, unknown>();

  override async put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata) {
    const kept: Checkpoint = { ...checkpoint, channel_values: {} };
    for (const [channel, value] of Object.entries(checkpoint.channel_values)) {
      const { thread_id, checkpoint_ns } = config.configurable ?? {};
      const key = JSON.stringify([thread_id, checkpoint_ns, channel, metadata.step]);
      if (!this.#values.has(key)) this.#values.set(key, value);
      kept.channel_values[channel] = this.#values.get(key);
    }
    return await super.put(config, kept, metadata);
  }
}

class WithoutWrites extends MemorySaver {
  override async putWrites(): Promise<void> {}
}

/** Keeps the writes of a superstep's last task only. */
class LastTaskOnly extends MemorySaver {
  override async putWrites(config: RunnableConfig, writes: PendingWrite[]): Promise<void> {
    await super.putWrites(config, writes, "00000000-0000-5000-8000-000000000001");
  }
}

class NeverDeletes extends MemorySaver {
  override async deleteThread(): Promise<void> {}
}

/** Takes the longest branch for the newest. */
class LongestFirst extends MemorySaver {
  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const { thread_id, checkpoint_ns = "", checkpoint_id } = config.configurable ?? {};
    if (checkpoint_id !== undefined && checkpoint_id !== "") return await super.getTuple(config);
    let longest: CheckpointTuple | undefined;
    for await (const tuple of this.list({ configurable: { thread_id, checkpoint_ns } }))
      if ((tuple.metadata?.step ?? 0) > (longest?.metadata?.step ?? -2)) longest = tuple;
    return longest;
  }
}

const faults = [
  { fault: "values mixed up between branches", saver: new ByStep(), found: /three attempts/ },
  { fault: "no writes", saver: new WithoutWrites(), found: /writes stay/ },
  { fault: "parallel tasks' writes lost", saver: new LastTaskOnly(), found: /tasks that ran at once/ },
  { fault: "threads that stay", saver: new NeverDeletes(), found: /deleteThread/ },
  {
    fault: "a fork that is not the newest",
    saver: new LongestFirst(),
    found: /a fork is the thread's newest/,
  },
];

describe("testCheckpointer", () => {
  it("finds no fault with MemorySaver", async () => {
    expect(await failing(new MemorySaver())).toEqual([]);
  });

  it.each(inject("allRounds") ? faults : faults.slice(0, 2))("finds $fault", async ({ saver, found }) => {
    expect(await failing(saver)).toContainEqual(expect.stringMatching(found));
  });
});
