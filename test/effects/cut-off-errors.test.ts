import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { withEffect, withRollback } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { backToStart, failingBeside, NEVER, seen, told, unseen } from "./cut-off-graphs.ts";
import { ForgetfulWorld } from "./forgetful-world.ts";
import { backTo, thread } from "./list-world.ts";
import { besides, paying, payTool, WAYS } from "./ways-to-pay.ts";

describe("an error", () => {
  it.each(seen)("of the act's own is a failure, beside an aborted signal, too: $name", async (way) => {
    const world = new ForgetfulWorld();
    const held = world.hold(1);
    const wrapped = withRollback(failingBeside(world, way), {
      verify: () => true,
      policy: backToStart(() => held.fail(new RangeError("declined"))),
      effects: { tools: { pay: { undo: world.undo } }, openTimeout: NEVER },
    });
    await wrapped.invoke({ messages: [paying()] }, thread);
    expect(world.asked).toEqual(["undo 1 (failed)", "do 2"]);
    expect(await told(wrapped)).toEqual([{ standing: "undone", outcome: "failed" }]);
  });

  it.each(WAYS)("of an act that heeds its signal says nothing about it: $name", async (way) => {
    const world = new ForgetfulWorld();
    let attempts = 0;
    const heeding = async (key: string | undefined, { signal }: LangGraphRunnableConfig) => {
      const aborted = new Promise<never>((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
      return Promise.race([world.act(key), aborted]);
    };
    world.hold(1);
    const beside = async () => {
      attempts += 1;
      if (attempts > 1) return "beside";
      await world.begun(1);
      throw new TypeError("beside broke");
    };
    const graph = besides({ pay: way.work(heeding), beside });
    const wrapped = withRollback(graph, {
      verify: () => true,
      policy: backTo(0),
      effects: { tools: { pay: { undo: world.undo } }, openTimeout: 20 },
    });
    await wrapped.invoke({ messages: [paying()] }, thread);
    expect(world.asked).toEqual(["undo 1 (unknown)", "do 2"]);
    expect(await told(wrapped)).toEqual([{ standing: "undone", outcome: "unknown", mayStillLand: true }]);
  });
});

describe("nothing waits for an act that is under way", () => {
  it.each(WAYS)("in a run that is only observed: $name", async (way) => {
    const world = new ForgetfulWorld();
    const held = world.hold(1);
    const wrapped = withRollback(failingBeside(world, way), {
      verify: () => true,
      policy: backTo(0),
      mode: "observe",
      effects: { tools: { pay: { undo: world.undo } }, openTimeout: NEVER },
    });
    await expect(wrapped.invoke({ messages: [paying()] }, thread)).rejects.toThrow("beside broke");
    expect(await told(wrapped)).toEqual([{ standing: "stands", outcome: "unknown", mayStillLand: true }]);
    held.open();
  });

  it.each(unseen)("whose end nobody sees and which nothing undoes: $name", async (way) => {
    const world = new ForgetfulWorld();
    const held = world.hold(1);
    const wrapped = withRollback(failingBeside(world, way), {
      verify: () => true,
      policy: backTo(0),
      effects: { openTimeout: NEVER },
    });
    await wrapped.invoke({ messages: [paying()] }, thread);
    expect(await told(wrapped)).toEqual([{ standing: "stands", outcome: "unknown", mayStillLand: true }]);
    held.open();
  });

  it("once the call is aborted that waits", async () => {
    const world = new ForgetfulWorld();
    const held = world.hold(1);
    const [way] = unseen;
    if (way === undefined) return;
    const controller = new AbortController();
    const wrapped = withRollback(failingBeside(world, way), {
      verify: () => true,
      policy: backToStart(() => setImmediate(() => controller.abort())),
      effects: { tools: { pay: { undo: world.undo } }, openTimeout: NEVER },
    });
    const call = wrapped.invoke({ messages: [] }, { ...thread, signal: controller.signal });
    await expect(call).rejects.toThrow("abort");
    expect(world.asked).toEqual([]);
    held.open();
  });
});

it("a tool's signal is its function's, where we see its end, too", async () => {
  const world = new ForgetfulWorld();
  const controller = new AbortController();
  const signals: (AbortSignal | undefined)[] = [];
  const pay = withEffect(
    payTool((key, { signal }) => {
      signals.push(signal);
      return world.act(key);
    }),
    {},
  );
  const work = (config: LangGraphRunnableConfig): Promise<unknown> =>
    pay.invoke({}, { ...config, signal: controller.signal });
  await withRollback(besides({ work }), { verify: () => true, effects: {} }).invoke({ messages: [] }, thread);
  expect(signals).toEqual([controller.signal]);
});
