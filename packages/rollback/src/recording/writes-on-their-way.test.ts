import type { RunnableConfig } from "@langchain/core/runnables";
import {
  MemorySaver,
  type Checkpoint,
  type CheckpointMetadata,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { chainGraph, on } from "../fixtures/chain-graph.ts";
import { RecordingSaver } from "../index.ts";

/** Takes its time over what tasks wrote, and says in which order it kept things. */
class SlowSaver extends MemorySaver {
  readonly kept: string[] = [];
  readonly #refuses: number | undefined;

  /** @param options.refuses step after which it refuses what was written */
  constructor({ refuses }: { readonly refuses?: number } = {}) {
    super();
    this.#refuses = refuses;
  }

  override async put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata) {
    this.kept.push(`checkpoint ${metadata.step}`);
    return super.put(config, checkpoint, metadata);
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string) {
    // Longer than a checkpoint that did not wait would need.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const step = (await this.getTuple(config))?.metadata?.step;
    if (step !== undefined && step === this.#refuses) throw new Error("the disk is full");
    this.kept.push(`writes ${step}`);
    await super.putWrites(config, writes, taskId);
  }
}

describe("RecordingSaver", () => {
  it.each(["sync", "async"] as const)(
    "keeps what a superstep wrote before the checkpoint after it, with durability %s",
    async (durability) => {
      const saver = new SlowSaver();
      const { builder } = chainGraph();
      const graph = builder.compile({ checkpointer: new RecordingSaver(saver) });
      await graph.invoke({ log: [] }, { ...on("t"), durability });
      for (const step of [0, 1, 2])
        expect(saver.kept.indexOf(`writes ${step}`), `step ${step}`).toBeLessThan(
          saver.kept.indexOf(`checkpoint ${step + 1}`),
        );
    },
  );

  it("keeps no checkpoint after writes that fail on their way", async () => {
    const saver = new SlowSaver({ refuses: 0 });
    const { builder } = chainGraph();
    const graph = builder.compile({ checkpointer: new RecordingSaver(saver) });
    await expect(graph.invoke({ log: [] }, { ...on("t"), durability: "sync" })).rejects.toThrow(
      "the disk is full",
    );
    expect(saver.kept).toEqual(["checkpoint -1", "writes -1", "checkpoint 0"]);
  });
});
