import { Command, interrupt } from "@langchain/langgraph";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { doing, failing, toStep } from "./fixtures/acting-graph.ts";
import { chainGraph, nothingWrong, on, untilTold } from "./fixtures/chain-graph.ts";
import { EffectWorld } from "./fixtures/effect-world.ts";
import {
  learn,
  prune,
  readHistory,
  resumeRollback,
  settleHeld,
  withRollback,
  type PruneRule,
} from "./index.ts";
import { HISTORY_NAMESPACE } from "./recording/history-namespace.ts";
import { innerSaver } from "./recording/recording-saver.ts";
import { threadsIn } from "./fixtures/contents-of.ts";
import { appendValue } from "./history/append-value.ts";

/** Deletes whole threads, as if they were all old. */
const everything = (): PruneRule => ({ deleteThreads: "1d", now: Date.now() + 3 * 86_400_000 });

/** Expects that a thread is left for a reason, and is deleted once somebody has seen to it. */
async function expectLeft(
  saver: MemorySaver,
  reason: string,
  seenTo?: () => Promise<unknown>,
): Promise<void> {
  expect(await prune(saver, everything())).toMatchObject({ pruned: [], left: [{ threadId: "t", reason }] });
  expect(await threadsIn(saver)).toEqual(["t"]);
  if (seenTo === undefined) return;
  await seenTo();
  expect(await prune(saver, everything())).toMatchObject({ pruned: [{ threadId: "t" }], left: [] });
  expect(await threadsIn(saver)).toEqual([]);
}

describe("a thread is left alone, and named,", () => {
  it("while it waits for a human", async () => {
    const checkpointer = new MemorySaver();
    const graph = chainGraph({ b: () => String(interrupt("which?")) }).builder.compile({ checkpointer });
    await graph.invoke({ log: [] }, on("t"));
    await expectLeft(checkpointer, "paused", () => graph.invoke(new Command({ resume: "this" }), on("t")));
  });

  it("while its run with rollback waits at a breakpoint", async () => {
    const checkpointer = new MemorySaver();
    const { builder } = chainGraph();
    const graph = withRollback(builder.compile({ checkpointer, interruptBefore: ["c"] }), {
      verify: nothingWrong,
    });
    await graph.invoke({ log: [] }, on("t"));
    await expectLeft(checkpointer, "paused", () => graph.invoke(null, on("t")));
  });

  it("while an approval is asked for", async () => {
    const checkpointer = new MemorySaver();
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile({ checkpointer }), {
      verify: nothingWrong,
      noteChannel: "note",
      approve: "always",
    });
    await graph.invoke({ log: [] }, on("t"));
    await expectLeft(checkpointer, "asked", () => graph.invoke(new Command({ resume: true }), on("t")));
  });

  it("while an effect of it could not be undone", async () => {
    const checkpointer = new MemorySaver();
    const world = new EffectWorld();
    let isDown = true;
    const undo = (call: Parameters<typeof world.undo>[0]): void => {
      if (isDown) throw new Error("the world is down");
      world.undo(call);
    };
    const graph = withRollback(
      doing(world, ["a1", "b2"], undefined, checkpointer),
      failing(1, { tools: { a: { undo }, b: { undo } } }, { policy: toStep(0) }),
    );
    await graph.invoke({}, on("t")).catch(() => {});
    await expectLeft(checkpointer, "undoing", () => {
      isDown = false;
      return resumeRollback(graph, on("t"));
    });
  });

  it("while it holds acts that are not released", async () => {
    const checkpointer = new MemorySaver();
    const world = new EffectWorld();
    const release = ({ key, name }: { readonly key: string; readonly name: string }): unknown =>
      world.act(key, name);
    const graph = withRollback(doing(world, ["a1"], undefined, checkpointer), {
      verify: () => {
        throw new Error("the judge is down");
      },
      effects: { tools: { a: { hold: { release } } } },
    });
    await graph.invoke({}, on("t"));
    await expectLeft(checkpointer, "holding", () => settleHeld(graph, on("t"), "discard"));
  });

  it("while a run is on it", async () => {
    const checkpointer = new MemorySaver();
    let letOn = (): void => {};
    const gate = new Promise<void>((resolve) => {
      letOn = resolve;
    });
    const { builder, ran } = chainGraph({ b: () => gate.then(() => "right") });
    const graph = withRollback(builder.compile({ checkpointer }), { verify: nothingWrong });
    const run = graph.invoke({ log: [] }, on("t"));
    await expect.poll(() => ran, { timeout: 60_000 }).toContain("b");
    await expectLeft(checkpointer, "busy", () => {
      letOn();
      return run;
    });
  });

  it("while nobody has judged its run, because its process died", async () => {
    const checkpointer = new MemorySaver();
    const { builder } = chainGraph();
    const graph = withRollback(builder.compile({ checkpointer }), { verify: nothingWrong });
    await graph.invoke({ log: [] }, on("t"));
    // As it was before the verdict was stored.
    delete checkpointer.storage["t"]?.[HISTORY_NAMESPACE];
    await expectLeft(checkpointer, "busy", () => graph.invoke(null, on("t")));
  });

  it("when its history cannot be read", async () => {
    const checkpointer = new MemorySaver();
    await chainGraph().builder.compile({ checkpointer }).invoke({ log: [] }, on("t"));
    const entry = { namespace: HISTORY_NAMESPACE, channel: "attempt", value: { version: 99 }, at: "" };
    await appendValue(checkpointer, on("t"), entry);
    await expectLeft(checkpointer, "unreadable");
  });
});

describe("a checkpointer whose tables nobody knows", () => {
  it("loses whole threads with everything that belongs to them, and no other thread", async () => {
    const checkpointer = new MemorySaver();
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile({ checkpointer }), {
      verify: nothingWrong,
      noteChannel: "note",
      record: { tools: true },
    });
    await graph.invoke({ log: [] }, on("old"));
    await graph.invoke({ log: [] }, on("other"));
    const planned = await prune(graph, { ...everything(), threads: ["old"], dryRun: true });
    expect(planned).toMatchObject({
      isDryRun: true,
      pruned: [{ threadId: "old", isDeleted: true, losses: { outcomes: 1, rewindPoints: [{ attempt: 1 }] } }],
    });
    expect(planned.pruned[0]?.losses.attempts.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(await threadsIn(checkpointer)).toEqual(["old", "other"]);
    await prune(graph, { ...everything(), threads: ["old"] });
    expect(await threadsIn(checkpointer)).toEqual(["other"]);
    expect(await readHistory(graph, on("other"))).toMatchObject([{ status: "recovered" }]);
  });

  it("keeps threads on which something has happened since", async () => {
    const checkpointer = new MemorySaver();
    await chainGraph().builder.compile({ checkpointer }).invoke({ log: [] }, on("t"));
    expect(await prune(checkpointer, { deleteThreads: "1d" })).toMatchObject({ pruned: [], left: [] });
  });

  it("refuses any other rule, and so does one without deleteThread", async () => {
    const saver = new MemorySaver();
    await expect(prune(saver, { olderThan: "30d" })).rejects.toMatchObject({ code: "PRUNE_UNSUPPORTED" });
    await expect(prune(saver, { deleteThreads: "30d", vacuum: true })).rejects.toThrow(
      "an instance of MemorySaver",
    );
    const bare = Object.create(saver, { deleteThread: { value: undefined } });
    await expect(prune(bare, { deleteThreads: "30d" })).rejects.toThrow("has no `deleteThread`");
  });

  it("keeps what an agent has learnt from threads that are gone", async () => {
    const checkpointer = new MemorySaver();
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile({ checkpointer }), {
      verify: nothingWrong,
      noteChannel: "note",
      learn: true,
    });
    await graph.invoke({ log: [] }, on("t"));
    await learn(graph);
    const versions = (await threadsIn(checkpointer)).filter((id) => id !== "t");
    await prune(innerSaver(checkpointer), everything());
    expect(await threadsIn(checkpointer)).toEqual(versions);
  });
});

describe("a rule", () => {
  it.each<[string, object]>([
    ["olderThan", {}],
    ["olderThan", { olderThan: "soon" }],
    ["keepFailed", { keepFailed: -1 }],
    ["batch", { olderThan: 0, batch: 0 }],
    ["threads", { olderThan: 0, threads: "t" }],
  ])("is refused for its `%s`: %o", async (option, rule) => {
    await expect(prune(new MemorySaver(), rule)).rejects.toMatchObject({ code: "INVALID_OPTION", option });
  });

  it("is refused for an option that does not exist", async () => {
    const rule: object = { olderThn: "30d" };
    await expect(prune(new MemorySaver(), rule)).rejects.toMatchObject({ code: "UNKNOWN_OPTION" });
  });
});
