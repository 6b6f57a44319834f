import { MemorySaver, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { inProcessThreadLock, readHistory, withRollback } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { aMoment, backToStart, coded, failingBeside, NEVER, seen, told, unseen } from "./cut-off-graphs.ts";
import { ForgetfulWorld } from "./forgetful-world.ts";
import { gate } from "./gate.ts";
import { backTo, thread } from "./list-world.ts";
import { besides, codeOf, paying, WAYS, type Way } from "./ways-to-pay.ts";

describe("an act that is under way when a node beside it throws", () => {
  it.each(seen)("is undone when it has ended, and with what it gave: $name", async (way) => {
    const world = new ForgetfulWorld();
    const held = world.hold(1);
    const wrapped = withRollback(failingBeside(world, way), {
      verify: () => true,
      policy: backToStart(() => setImmediate(held.open)),
      effects: { tools: { pay: { undo: world.undo } }, openTimeout: NEVER },
    });
    await wrapped.invoke({ messages: [paying()] }, thread);
    expect(world.asked).toEqual(["do 1", 'undo 1 (done, "paid 1")', "do 2"]);
    expect(world.holds).toEqual([2]);
    expect(await told(wrapped)).toEqual([{ standing: "undone", outcome: "done" }]);
  });

  it.each(unseen)("is undone when the time is over, and may still land: $name", async (way) => {
    const world = new ForgetfulWorld();
    const held = world.hold(1);
    const wrapped = withRollback(failingBeside(world, way), {
      verify: () => true,
      policy: backToStart(held.open),
      effects: { tools: { pay: { undo: world.undo } }, openTimeout: 20 },
    });
    await wrapped.invoke({ messages: [paying()] }, thread);
    expect(world.asked).toEqual(["do 1", "undo 1 (unknown)", "do 2"]);
    expect(world.holds).toEqual([2]);
    expect(await told(wrapped)).toEqual([{ standing: "undone", outcome: "unknown", mayStillLand: true }]);
  });

  it.each(seen)("is undone again if it ends after that: $name", async (way) => {
    const world = new ForgetfulWorld();
    const held = world.hold(1);
    const again = gate();
    const undo: typeof world.undo = (call) => {
      world.undo(call);
      if (call.again) again.open();
    };
    const wrapped = withRollback(failingBeside(world, way), {
      verify: () => true,
      policy: backTo(0),
      effects: { tools: { pay: { undo } }, openTimeout: 0 },
    });
    await wrapped.invoke({ messages: [paying()] }, thread);
    expect(world.asked).toEqual(["undo 1 (unknown)", "do 2"]);
    expect(await told(wrapped)).toEqual([{ standing: "undone", outcome: "unknown", mayStillLand: true }]);
    held.open();
    await again.passed;
    expect(world.asked.slice(2)).toEqual(["do 1", 'undo 1 (done, "paid 1") again']);
    expect(world.holds).toEqual([2]);
    let [run] = await readHistory(wrapped, thread);
    for (; run?.problems.length === 0; [run] = await readHistory(wrapped, thread)) await aMoment();
    expect(run?.problems).toMatchObject([{ attempt: 1, problem: { code: "LATE_EFFECT" } }]);
  });
});

describe("an act that is under way when its run is aborted", () => {
  const abortedWhilePaying = async (
    world: ForgetfulWorld,
    way: Way,
    saver: BaseCheckpointSaver,
    { undo = world.undo, lock = inProcessThreadLock() } = {},
  ) => {
    const graph = besides({ pay: way.work((key) => world.act(key)) }, saver);
    const wrapped = withRollback(graph, {
      verify: () => true,
      lock,
      effects: { tools: { pay: { undo } }, openTimeout: way.isSeen ? NEVER : 20 },
    });
    const controller = new AbortController();
    const aborted = wrapped.invoke({ messages: [paying()] }, { ...thread, signal: controller.signal });
    await world.begun(1);
    controller.abort();
    await expect(aborted).rejects.toThrow(/abort/i);
    return wrapped;
  };

  it.each(seen)("is not done once more: the run that is resumed waits for it: $name", async (way) => {
    const world = new ForgetfulWorld();
    const held = world.hold(1);
    const wrapped = await abortedWhilePaying(world, way, new MemorySaver());
    setImmediate(held.open);
    await wrapped.invoke(null, thread);
    expect(world.asked).toEqual(["do 1"]);
    expect(JSON.stringify((await wrapped.getState(thread)).values)).toContain("paid 1");
  });

  it.each(WAYS)("is waited for in another process, too: $name", async (way) => {
    const world = new ForgetfulWorld();
    const held = world.hold(1);
    const first = new MemorySaver();
    const lock = inProcessThreadLock({ whenBusy: "wait" });
    await abortedWhilePaying(world, way, first, { lock });
    held.open();
    // Another process has another checkpointer over the same data.
    const second = Object.assign(new MemorySaver(), { storage: first.storage, writes: first.writes });
    const graph = besides({ pay: way.work((key) => world.act(key)) }, second);
    const options = {
      verify: () => true,
      effects: { tools: { pay: { undo: world.undo } }, openTimeout: 20 },
    };
    await withRollback(graph, options).invoke(null, thread);
    expect(world.asked).toEqual(way.isSeen ? ["do 1"] : ["do 1", "undo 1 (unknown)", "do 2"]);
  });

  it.each(seen)("is undone again if another process has undone it before it ends: $name", async (way) => {
    const world = new ForgetfulWorld();
    const held = world.hold(1);
    const again = gate();
    const first = new MemorySaver();
    const undo: typeof world.undo = (call) => {
      world.undo(call);
      if (call.again) again.open();
    };
    const lock = inProcessThreadLock({ whenBusy: "wait" });
    await abortedWhilePaying(world, way, first, { undo, lock });
    const second = Object.assign(new MemorySaver(), { storage: first.storage, writes: first.writes });
    const graph = besides({ pay: way.work((key) => world.act(key)) }, second);
    const effects = { tools: { pay: { undo } }, openTimeout: 0 };
    const options = { verify: () => true, lock, effects };
    const wrapped = withRollback(graph, options);
    await wrapped.invoke(null, thread);
    expect(world.asked).toEqual(["undo 1 (unknown)", "do 2"]);
    expect(await told(wrapped)).toEqual([{ standing: "undone", outcome: "unknown", mayStillLand: true }]);
    held.open();
    await again.passed;
    expect(world.holds).toEqual([2]);
  });

  it.each(unseen)("is undone by the run that is resumed, when the time is over: $name", async (way) => {
    const world = new ForgetfulWorld();
    const held = world.hold(1);
    const wrapped = await abortedWhilePaying(world, way, new MemorySaver());
    held.open();
    await wrapped.invoke(null, thread);
    expect(world.asked).toEqual(["do 1", "undo 1 (unknown)", "do 2"]);
    expect(world.holds).toEqual([2]);
    expect(await told(wrapped)).toEqual([{ standing: "undone", outcome: "unknown", mayStillLand: true }]);
  });
});

describe("an act of an earlier try", () => {
  it.each(coded)("is undone after it has ended, if another promise of its node threw: $name", async (way) => {
    const world = new ForgetfulWorld();
    const held = world.hold(1);
    let tries = 0;
    const pay = codeOf(way, (key) => world.act(key));
    const both = async (config: LangGraphRunnableConfig): Promise<unknown> => {
      tries += 1;
      const isFirst = tries === 1;
      const broken = async (): Promise<void> => {
        if (!isFirst) return;
        await world.begun(1);
        throw new Error("the other broke");
      };
      const [paid] = await Promise.all([pay(config), broken()]);
      return paid;
    };
    const wrapped = withRollback(besides({ both }, undefined, true), {
      verify: () => {
        setImmediate(held.open);
        return true;
      },
      effects: { tools: { pay: { undo: world.undo } }, openTimeout: NEVER },
    });
    await wrapped.invoke({ messages: [] }, thread);
    expect(world.asked.map((asked) => asked.slice(0, 6))).toEqual(["do 2", "do 1", "undo 1"]);
    expect(world.holds).toEqual([2]);
    expect(await told(wrapped)).toEqual([{ standing: "undone", outcome: "done" }]);
  });

  it.each(coded)("is undone when it has ended or the time is over, if it was aborted: $name", async (way) => {
    const world = new ForgetfulWorld();
    const held = world.hold(1);
    let tries = 0;
    const pay = codeOf(way, (key) => world.act(key));
    const impatient = async (config: LangGraphRunnableConfig): Promise<unknown> => {
      tries += 1;
      if (tries > 1) return pay(config);
      // As LangGraph does where a node has a timeout.
      const controller = new AbortController();
      void pay({ ...config, signal: controller.signal }).catch(() => {});
      await world.begun(1);
      controller.abort();
      throw new Error("too slow");
    };
    const wrapped = withRollback(besides({ impatient }, undefined, true), {
      verify: () => {
        held.open();
        return true;
      },
      effects: { tools: { pay: { undo: world.undo } }, openTimeout: way.isSeen ? NEVER : 20 },
    });
    await wrapped.invoke({ messages: [] }, thread);
    const outcome = way.isSeen ? 'done, "paid 1"' : "unknown";
    expect(world.asked).toEqual(["do 2", "do 1", `undo 1 (${outcome})`]);
    expect(world.holds).toEqual([2]);
    expect(await told(wrapped)).toMatchObject([{ standing: "undone" }]);
  });
});
