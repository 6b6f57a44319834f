import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { chainGraph, on } from "../fixtures/chain-graph.ts";
import { at, listed } from "../fixtures/checkpoints.ts";
import { CheckpointNotFoundError } from "../errors/index.ts";
import { rewind } from "../index.ts";
import { lineageOf as lineageUpTo, turnInput } from "./lineage.ts";
import { checkpointTuple } from "../langgraph/thread.ts";

const lineageOf = async (saver: MemorySaver, thread: string, head?: string) =>
  lineageUpTo(saver, thread, await checkpointTuple(saver, thread, head));

const setUp = async () => {
  const saver = new MemorySaver();
  const graph = chainGraph().builder.compile({ checkpointer: saver });
  await graph.invoke({ log: ["in"] }, on("t"));
  return { saver, graph };
};

describe("lineageOf", () => {
  it("gives a turn's checkpoints from its input to the thread's newest", async () => {
    const { saver } = await setUp();
    const lineage = await lineageOf(saver, "t");
    expect(lineage.map(({ metadata }) => metadata?.source)).toEqual([
      "input",
      "loop",
      "loop",
      "loop",
      "loop",
    ]);
    const newestFirst = await listed(saver, on("t"));
    expect(lineage.map(({ checkpoint }) => checkpoint.id)).toEqual(
      newestFirst.map(({ checkpoint }) => checkpoint.id).toReversed(),
    );
  });

  it("keeps to one branch where the branches of a thread interleave in its list", async () => {
    const { saver, graph } = await setUp();
    const original = (await lineageOf(saver, "t")).map(({ checkpoint }) => checkpoint.id);
    const left = await rewind(graph, on("t"), { checkpoint: original[2] ?? "" });
    const right = await rewind(graph, on("t"), { checkpoint: original[1] ?? "" });
    await graph.invoke(null, at("t", left));
    const leftLine = (await lineageOf(saver, "t")).map(({ checkpoint }) => checkpoint.id);
    await graph.invoke(null, at("t", right));
    const rightLine = (await lineageOf(saver, "t")).map(({ checkpoint }) => checkpoint.id);
    expect(leftLine.slice(0, 4)).toEqual([...original.slice(0, 3), left]);
    expect(rightLine.slice(0, 3)).toEqual([...original.slice(0, 2), right]);
    expect(rightLine.filter((id) => leftLine.includes(id))).toEqual(original.slice(0, 2));
    expect((await lineageOf(saver, "t", original.at(-1))).map(({ checkpoint }) => checkpoint.id)).toEqual(
      original,
    );
  });

  it("stops at the input of the latest turn", async () => {
    const { saver, graph } = await setUp();
    await graph.invoke({ log: ["again"] }, on("t"));
    const lineage = await lineageOf(saver, "t");
    expect(lineage).toHaveLength(5);
    expect(turnInput(lineage)).toEqual({ log: ["again"] });
  });

  it("refuses a thread or a checkpoint that is not in the store", async () => {
    const { saver } = await setUp();
    await expect(lineageOf(saver, "u")).rejects.toThrow('Thread "u" has no checkpoint.');
    await expect(lineageOf(saver, "t", "pruned")).rejects.toThrow(CheckpointNotFoundError);
  });
});

describe("turnInput", () => {
  it("is the state that the turn started from when its input was not kept", async () => {
    const { saver } = await setUp();
    const [, ...later] = await lineageOf(saver, "t");
    expect(turnInput(later)).toEqual({ log: ["in"], note: "" });
  });

  it("is undefined without any checkpoint", () => {
    expect(turnInput([])).toBeUndefined();
  });
});
