import assert from "node:assert/strict";

import { rewind } from "../rewinding/rewind.ts";
import {
  at,
  storedCheckpoints,
  type CheckpointerUnderTest,
  type CheckpointerTest,
} from "./checkpointer-under-test.ts";
import { chain, type RunCounter, type SampleGraph } from "./sample-graphs.ts";

const input = { log: ["in"] };

/** @internal Tests of what a checkpointer has to separate: a fork is another branch of the same thread. */
export function testForks(test: CheckpointerTest): void {
  test("a plain fork at an earlier checkpoint reads back, reopened, as it ran", async (tested) => {
    const { thread } = tested;
    const graph = chain(await tested.open());
    const first = await graph.invoke(input, thread);
    const [, , beforeB] = await checkpointIds(tested);
    const head = (await checkpointIds(tested)).at(-1);
    const second = await graph.invoke(null, at(thread, beforeB));
    assert.deepEqual(first.log, ["in", "a1", "b1", "c1"]);
    assert.deepEqual(second.log, ["in", "a1", "b2", "c2"]);
    const reopened = chain(await tested.open());
    assert.deepEqual(await logAt(reopened, thread), second.log);
    assert.deepEqual(await logAt(reopened, at(thread, head)), first.log);
  });

  test("three attempts from one checkpoint read back, reopened, and leave what was there as it was", async (tested) => {
    const { thread } = tested;
    const runs: RunCounter = new Map();
    const attempts = [await chain(await tested.open(), runs).invoke(input, thread)];
    const [, , beforeB = ""] = await checkpointIds(tested);
    const heads = [(await checkpointIds(tested)).at(-1)];
    for (const note of ["second", "third"]) {
      const before = await storedCheckpoints(await tested.open(), thread);
      const graph = chain(await tested.open(), runs);
      const fork = await rewind(graph, thread, {
        checkpoint: beforeB,
        updates: { note, log: [note] },
      });
      attempts.push(await graph.invoke(null, at(thread, fork)));
      const after = await storedCheckpoints(await tested.open(), thread);
      heads.push([...after.keys()].at(-1));
      for (const [id, tuple] of before) assert.deepEqual(after.get(id), tuple);
    }
    assert.deepEqual(
      attempts.map(({ log }) => log.join(" ")),
      ["in a1 b1 c1", "in a1 second b2 c2", "in a1 third b3 c3"],
    );
    assert.deepEqual(Object.fromEntries(runs), { a: 1, b: 3, c: 3 });
    const reopened = chain(await tested.open());
    for (const [index, head] of heads.entries())
      assert.deepEqual(await logAt(reopened, at(thread, head)), attempts[index]?.log);
    assert.deepEqual(await logAt(reopened, thread), attempts.at(-1)?.log);
  });

  test("branches that advance by turns keep their own values", async (tested) => {
    const { thread } = tested;
    const runs: RunCounter = new Map();
    const open = async () => chain(await tested.open(), runs);
    await (await open()).invoke(input, thread);
    const [, , beforeB = "", beforeC = "", end] = await checkpointIds(tested);
    const left = await rewind(await open(), thread, { checkpoint: beforeB, updates: { log: ["left"] } });
    const right = await rewind(await open(), thread, { checkpoint: beforeC, updates: { log: ["right"] } });
    await (await open()).invoke(null, { ...at(thread, left), interruptBefore: ["c"] });
    const leftPaused = (await checkpointIds(tested)).at(-1);
    await (await open()).invoke(null, at(thread, right));
    const rightEnd = (await checkpointIds(tested)).at(-1);
    await (await open()).invoke(null, at(thread, leftPaused));
    const reopened = await open();
    assert.deepEqual(await logAt(reopened, thread), ["in", "a1", "left", "b2", "c3"]);
    assert.deepEqual(await logAt(reopened, at(thread, rightEnd)), ["in", "a1", "b1", "right", "c2"]);
    assert.deepEqual(await logAt(reopened, at(thread, end)), ["in", "a1", "b1", "c1"]);
  });

  test("a fork is the thread's newest, though the branch that it leaves is longer", async (tested) => {
    const { thread } = tested;
    const graph = chain(await tested.open());
    await graph.invoke(input, thread);
    const [, beforeA = ""] = await checkpointIds(tested);
    await rewind(graph, thread, { checkpoint: beforeA, updates: { note: "again" } });
    const state = await chain(await tested.open()).getState(thread);
    assert.deepEqual(state.next, ["a"]);
    assert.deepEqual(state.values, { log: ["in"], note: "again" });
  });

  test("a channel's version stands for one value, whatever the branch", async (tested) => {
    const { thread } = tested;
    const graph = chain(await tested.open());
    await graph.invoke(input, thread);
    const [, , beforeB = ""] = await checkpointIds(tested);
    for (const note of ["x", "y"]) {
      const updates = { note };
      const fork = await rewind(graph, thread, { checkpoint: beforeB, updates });
      await graph.invoke(null, at(thread, fork));
    }
    const values = new Map<string, unknown>();
    for (const { checkpoint } of (await storedCheckpoints(await tested.open(), thread)).values()) {
      for (const channel of ["log", "note"]) {
        const key = `${channel} ${checkpoint.channel_versions[channel]}`;
        const value = checkpoint.channel_values[channel];
        if (values.has(key)) assert.deepEqual(value, values.get(key), `two values of version ${key}`);
        values.set(key, value);
      }
    }
    // One input, a, then b and c three times; two notes, and none.
    assert.equal([...values.keys()].filter((key) => key.startsWith("log")).length, 9);
  });
}

const checkpointIds = async ({ open, thread }: CheckpointerUnderTest): Promise<readonly string[]> => [
  ...(await storedCheckpoints(await open(), thread)).keys(),
];

async function logAt(graph: SampleGraph, config: CheckpointerUnderTest["thread"]): Promise<unknown> {
  const { values } = await graph.getState(config);
  return typeof values === "object" && values !== null && "log" in values ? values.log : undefined;
}
