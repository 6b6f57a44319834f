import type { RunnableConfig } from "@langchain/core/runnables";
import {
  MemorySaver,
  type Checkpoint,
  type CheckpointMetadata,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { input, pair, stored, thread } from "./graphs.ts";

/** Keeps what tasks wrote in superstep 1 only once it is handed the checkpoint after it. */
class LateWritesSaver extends MemorySaver {
  #handOver = (): void => {};
  readonly #handedOver = new Promise<void>((resolve) => {
    this.#handOver = resolve;
  });

  override async put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata) {
    if (metadata.step === 1) this.#handOver();
    return super.put(config, checkpoint, metadata);
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string) {
    const before = await this.getTuple(config);
    if (before?.metadata?.step === 0) await this.#handedOver;
    await super.putWrites(config, writes, taskId);
  }
}

describe("what a superstep wrote and the checkpoint after it (else RecordingSaver need not make one wait)", () => {
  it.each(["sync", "async"] as const)("are stored side by side with durability %s", async (durability) => {
    const graph = pair({}, new LateWritesSaver());
    expect(await graph.invoke(input, { ...thread, durability })).toEqual({ log: ["in", "a", "b"] });
  });
});

describe("a finished checkpoint that is named by `checkpoint_id` and is not the newest", () => {
  it("is given again and left alone with `__pregel_resuming`, and forked without it", async () => {
    const graph = pair({}, new MemorySaver());
    const first = await graph.invoke(input, thread);
    const { config } = await graph.getState(thread);
    await graph.invoke(input, thread);
    const before = await stored(graph);
    const named = (more: object) => ({ configurable: { ...config.configurable, ...more } });
    expect(await graph.invoke(null, named({ __pregel_resuming: true }))).toEqual(first);
    expect(await stored(graph)).toEqual(before);
    await graph.invoke(null, named({}));
    expect(await stored(graph)).toHaveLength(before.length + 1);
  });
});
