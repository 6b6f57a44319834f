import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";

import { emptyCheckpoint, uuid6, type CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { readStep } from "../reading/read-step.ts";
import { readTrajectory } from "../reading/read-trajectory.ts";
import { rewind } from "../rewinding/rewind.ts";
import { at, storedCheckpoints, type CheckpointerTest } from "./checkpointer-under-test.ts";
import { chain, wide, type RunCounter } from "./sample-graphs.ts";

const input = { log: ["in"] };

/** @internal Tests of what a checkpointer has to store of each superstep: steps must be readable and able to run again. */
export function testStoring(test: CheckpointerTest): void {
  test("writes stay with the checkpoint that their task ran from, in both branches", async ({
    open,
    thread,
  }) => {
    const graph = chain(await open());
    await graph.invoke(input, thread);
    const [, , beforeB] = [...(await storedCheckpoints(await open(), thread)).keys()];
    const fork = await rewind(graph, thread, {
      checkpoint: beforeB ?? "",
      updates: { note: "again" },
    });
    await graph.invoke(null, at(thread, fork));
    const stored = [...(await storedCheckpoints(await open(), thread)).values()];
    assert.deepEqual(stored.map(logged), [
      [["in"]],
      [["a1"]],
      [["b1"]],
      [["c1"]],
      [],
      [["b2"]],
      [["c2"]],
      [],
    ]);
  });

  test("writes that arrive before their checkpoint, as with asynchronous durability, are stored", async (tested) => {
    const { thread } = tested;
    const saver = await tested.open();
    const checkpoint = { ...emptyCheckpoint(), id: uuid6(0) };
    const [first, second] = ["11111111-1111-5111-8111-111111111111", "22222222-2222-5222-8222-222222222222"];
    await saver.putWrites(at(thread, checkpoint.id), [["log", ["early"]]], first);
    await saver.put(
      { configurable: { ...thread.configurable, checkpoint_ns: "" } },
      checkpoint,
      { source: "input", step: -1, parents: {} },
      {},
    );
    await saver.putWrites(at(thread, checkpoint.id), [["log", ["late"]]], second);
    await saver.putWrites(at(thread, checkpoint.id), [["log", ["late"]]], second);
    const tuple = await (await tested.open()).getTuple(at(thread, checkpoint.id));
    assert.deepEqual(logged(tuple), [["early"], ["late"]]);
  });

  test("tasks that ran at once keep their own writes, and are run again at once", async ({
    open,
    thread,
  }) => {
    const runs: RunCounter = new Map();
    const items = Array.from({ length: 20 }, (_, index) => `item-${index}`);
    const graph = wide(await open(), items, (item) => `did ${item}`, runs);
    await graph.invoke(input, thread);
    const reader = wide(await open(), items, String);
    const { steps } = await readTrajectory(reader, thread);
    const did = items.map((item) => `did ${item}`);
    const data = await Promise.all(steps.map((step) => readStep(reader, thread, step)));
    const writes = data.flatMap((step) => step.writes.map(([, value]) => value));
    assert.deepEqual(writes, [["p1"], ["q1"], ["r1"], ["split1"], ...did.map((text) => [text]), ["end1"]]);
    const checkpoint = steps.find(({ origin }) => origin.node === "worker")?.origin.before ?? "";
    const fork = await rewind(graph, thread, {
      checkpoint,
      updates: { note: "again" },
    });
    const output = await graph.invoke(null, at(thread, fork));
    assert.deepEqual(output.log, ["in", "p1", "q1", "r1", "split1", ...did, "end2"]);
    assert.equal(runs.get("split"), 1);
    assert.deepEqual(
      items.map((item) => runs.get(item)),
      items.map(() => 2),
    );
    assert.deepEqual((await wide(await open(), items, String).getState(thread)).values, output);
  });

  test("a task that throws leaves its error, and the writes of siblings that had finished", async (tested) => {
    const { thread } = tested;
    const saver = await tested.open();
    const didGood = async (): Promise<boolean> =>
      logged(await saver.inner.getTuple(thread)).some((value) => JSON.stringify(value) === '["did good"]');
    const work = async (item: string): Promise<string> => {
      if (item === "good") return "did good";
      // An exception aborts the tasks that are still running: it has to come when the other one is stored.
      for (let look = 0; look < 1000 && !(await didGood()); look += 1) await nextTurn();
      throw new RangeError("'bad' is \"bad\" \\ 坏");
    };
    await assert.rejects(wide(saver, ["good", "bad"], work).invoke(input, thread), RangeError);
    const reader = wide(await tested.open(), [], String);
    const { steps } = await readTrajectory(reader, thread);
    const [good, bad] = steps.slice(-2);
    const written = good && (await readStep(reader, thread, good));
    assert.deepEqual(written?.writes, [["log", ["did good"]]]);
    assert.deepEqual(bad?.error, { name: "RangeError", message: "'bad' is \"bad\" \\ 坏" });
    assert.equal(good?.origin.before, bad?.origin.before);
  });

  test("values of a megabyte, and any text, come back as they were", async ({ open, thread }) => {
    const big = "0123456789abcdé🧵".repeat(64 * 1024);
    const hard = ["", "\u0000", "\ud83e\uddf5 \ud800", "{}", "\u202e 你好 e\u0301", "__proto__", '"\\u0000"'];
    const graph = chain(await open());
    const output = await graph.invoke({ log: [big, ...hard] }, thread);
    assert.deepEqual(output.log.slice(0, -3), [big, ...hard]);
    const [, , beforeB] = [...(await storedCheckpoints(await open(), thread)).keys()];
    const fork = await rewind(graph, thread, {
      checkpoint: beforeB ?? "",
      updates: { note: `${big} ${hard.join(" ")}` },
    });
    const again = await graph.invoke(null, at(thread, fork));
    assert.equal(again.note, `${big} ${hard.join(" ")}`);
    assert.deepEqual((await chain(await open()).getState(thread)).values, again);
  });
}

/** Values that a checkpoint's tasks wrote to the log. */
function logged(tuple: CheckpointTuple | undefined): readonly unknown[] {
  const writes = tuple?.pendingWrites ?? [];
  return writes.flatMap(([, channel, value]) => (channel === "log" ? [value] : []));
}
