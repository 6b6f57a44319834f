import { MemorySaver, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { FailingSaver } from "../fixtures/failing-saver.ts";
import { readHistory, rewind, withRollback } from "../index.ts";

const HISTORY = "langgraph-rollback";
const told = { verify: nothingWrong, noteChannel: "note" };
const right = ["a:right", "b:right", "c:right"];

/** Lets something arrive in a checkpointer after a run has read the thread's head, and before it reads the history. */
function arrivingLate(saver: MemorySaver, arrive: () => Promise<unknown>): void {
  const list = saver.list.bind(saver);
  saver.list = async function* (config, options) {
    saver.list = list;
    await arrive();
    yield* list(config, options);
  };
}

/** A question whose process died before any node ran. */
const askedBy = (checkpointer: BaseCheckpointSaver) =>
  chainGraph()
    .builder.compile({ checkpointer, interruptBefore: ["a"] })
    .invoke({ log: [] }, on("t"));

describe("what a process sent before it died, and its checkpointer keeps when its lock is free already,", () => {
  it("is not executed by a call that only gives a result again", async () => {
    const checkpointer = new MemorySaver();
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    const graph = withRollback(builder.compile({ checkpointer }), told);
    await graph.invoke({ log: [] }, on("t"));
    ran.length = 0;
    const before = await readHistory(graph, on("t"));
    arrivingLate(checkpointer, () => askedBy(checkpointer));
    expect((await graph.invoke(null, on("t"))).log).toEqual(right);
    expect(ran).toEqual([]);
    expect(await readHistory(graph, on("t"))).toEqual(before);
    // The next call finds it, and has it verified as any other run.
    await graph.invoke(null, on("t"));
    expect(ran).toEqual(["a", "b", "c"]);
    expect(await readHistory(graph, on("t"))).toHaveLength(2);
  });

  it("is used if it is the fork of the decision that is being carried out", async () => {
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    let records = 0;
    // Keeps the decision, and nothing after it.
    const checkpointer = new FailingSaver(
      ({ namespace, source }) => dying && (namespace === HISTORY ? (records += 1) > 1 : source === "update"),
    );
    let dying = true;
    const graph = withRollback(builder.compile({ checkpointer }), told);
    await graph.invoke({ log: [] }, on("t"));
    dying = false;
    const [run] = await readHistory(graph, on("t"));
    const record = run?.attempts[0];
    if (run === undefined || record?.rewind === undefined) throw new TypeError("Expected a decision.");
    const { checkpoint, fork } = record.rewind;
    arrivingLate(checkpointer, () =>
      rewind(graph, on("t"), {
        checkpoint,
        fork,
        stamp: { run: run.run, attempt: 2 },
        updates: record.updates ?? {},
      }),
    );
    ran.length = 0;
    expect((await graph.invoke(null, on("t"))).log).toEqual(right);
    expect(ran).toEqual(["a", "b", "c"]);
    expect(await readHistory(graph, on("t"))).toMatchObject([
      { status: "recovered", attempts: [{ decision: "roll-back" }, { decision: "accept" }] },
    ]);
  });
});
