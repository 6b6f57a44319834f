import { describe, expect, it } from "vitest";

import { doing, failing, told, toStep } from "./fixtures/acting-graph.ts";
import { on } from "./fixtures/chain-graph.ts";
import { EffectWorld } from "./fixtures/effect-world.ts";
import { calibratedAt } from "./fixtures/labelled-failures.ts";
import { effect, getReplanNote, readHistory, withRollback } from "./index.ts";
import type { Policy } from "./policies/policy.ts";

describe("a rollback over declared effects", () => {
  it("undoes what the undone steps did, the newest first, before the next attempt starts", async () => {
    const world = new EffectWorld();
    const graph = doing(world, ["a1", "b2", "c3"]);
    const tools = { a: { undo: world.undo }, b: { undo: world.undo }, c: { undo: world.undo } };
    const wrapped = withRollback(graph, failing(1, { tools }, { policy: toStep(1) }));
    await wrapped.invoke({}, on("t"));
    expect(world.asked).toEqual(["do a1", "do b2", "do c3", 'undo c "c3"', 'undo b "b2"', "do b2", "do c3"]);
    expect(world.holds).toEqual(["a1", "b2", "c3"]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(told(run?.attempts[0]?.effects)).toEqual(['c "c3" undone', 'b "b2" undone']);
    expect(run?.attempts[0]?.note).toContain("These calls were undone");
    expect(run?.attempts[1]?.effects).toBeUndefined();
  });

  it("undoes a kept step's effects when a later rollback undoes the step", async () => {
    const world = new EffectWorld();
    const starts = [2, 1];
    const policy: Policy = {
      name: "back and back",
      decide: () => ({ kind: "roll-back", start: starts.shift() ?? 0, reason: "the test says so" }),
    };
    const tools = { a: { undo: world.undo }, b: { undo: world.undo }, c: { undo: world.undo } };
    const wrapped = withRollback(doing(world, ["a1", "b2", "c3"]), failing(2, { tools }, { policy }));
    await wrapped.invoke({}, on("t"));
    expect(world.asked.slice(3)).toEqual([
      'undo c "c3"',
      "do c3",
      'undo c "c3"',
      'undo b "b2"',
      "do b2",
      "do c3",
    ]);
    expect(world.holds).toEqual(["a1", "b2", "c3"]);
  });

  it("sees an irreversible effect of a kept step once a later rollback would undo the step", async () => {
    const world = new EffectWorld();
    const starts = [1, 0];
    const policy: Policy = {
      name: "back and back",
      decide: () => ({ kind: "roll-back", start: starts.shift() ?? 0, reason: "the test says so" }),
    };
    const tools = { m: "irreversible", b: { undo: world.undo } } as const;
    const wrapped = withRollback(doing(world, ["mail", "b2"]), failing(2, { tools }, { policy }));
    await wrapped.invoke({}, on("t"));
    const [run] = await readHistory(wrapped, on("t"));
    expect(run?.attempts.at(-1)).toMatchObject({ attempt: 2, stopped: { by: "irreversible-effect" } });
  });

  it("tells the next attempt what stands, and must not be done again", async () => {
    const world = new EffectWorld();
    const tools = { a: { undo: world.undo }, m: "irreversible" } as const;
    const wrapped = withRollback(
      doing(world, ["a1", "mail"]),
      failing(1, { tools, onIrreversible: "allow" }, { policy: toStep(0) }),
    );
    await wrapped.invoke({}, on("t"));
    const [run] = await readHistory(wrapped, on("t"));
    expect(told(run?.attempts[0]?.effects)).toEqual(['m "mail" stands', 'a "a1" undone']);
    expect(run?.attempts[0]?.note).toContain(
      "were made and are not undone; do not make the same calls again",
    );
  });
});

describe("an irreversible effect in the part to be undone", () => {
  const mailFirst = async (setStart: number, policy: Policy) => {
    const world = new EffectWorld();
    const tools = { a: { undo: world.undo }, m: "irreversible" } as const;
    const wrapped = withRollback(
      doing(world, ["mail", "a1", "a2"]),
      failing(1, { tools }, { policy, calibration: await calibratedAt(setStart) }),
    );
    await wrapped.invoke({}, on("t"));
    const [run] = await readHistory(wrapped, on("t"));
    return { asked: world.asked.slice(3), failed: run?.attempts[0] };
  };

  it("is gone back to just after where the set allows that", async () => {
    const { asked, failed } = await mailFirst(1, toStep(0));
    expect(failed).toMatchObject({
      decision: "roll-back",
      rewind: { step: 1 },
      attribution: { status: "bounded" },
    });
    expect(failed?.reason).toContain('before step 2 of 3, as "m" (step 1) is irreversible.');
    expect(asked).toEqual(['undo a "a2"', 'undo a "a1"', "do a1", "do a2"]);
  });

  it("ends the run where the set starts before it, although a later step could be gone back to", async () => {
    const { asked, failed } = await mailFirst(0, toStep(0));
    expect(failed).toMatchObject({ decision: "give-up", stopped: { by: "irreversible-effect" } });
    expect(asked).toEqual([]);
  });

  it("ends the run where the set does not allow to go back to just after it", async () => {
    const world = new EffectWorld();
    const tools = { a: { undo: world.undo }, m: "irreversible" } as const;
    const wrapped = withRollback(doing(world, ["a1", "mail"]), failing(1, { tools }, { policy: toStep(0) }));
    const { said } = await wrapped.invoke({}, on("t"));
    expect(said).toEqual(["did a1", "did mail"]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(run?.attempts).toMatchObject([
      {
        decision: "give-up",
        stopped: { by: "irreversible-effect" },
        reason: expect.stringContaining('"m" (step 2) is irreversible'),
      },
    ]);
    expect(world.asked).toEqual(["do a1", "do mail"]);
    expect(told(run?.attempts[0]?.effects)).toEqual(['m "mail" stands', 'a "a1" stands']);
  });
});

describe("a run that continues where another was given up", () => {
  const flaky = (world: EffectWorld, failures: number) => {
    let thrown = 0;
    return doing(world, ["a1", "b2", "c3"], async (name, config) => {
      const said = await effect(config, {
        name: name.slice(0, 1),
        args: name,
        act: ({ key }) => world.act(key, name),
      });
      if (name === "b2" && (thrown += 1) <= failures) throw new Error("the bank does not answer");
      return said;
    });
  };
  const giveUpOnce = (start: number): Policy => {
    const decisions = [{ kind: "give-up" as const, reason: "the test says so" }];
    const rollBack = { kind: "roll-back" as const, start, reason: "the test says so" };
    return { name: "give up once", decide: () => decisions.shift() ?? rollBack };
  };

  it("undoes what that one did, once it is rolled back itself", async () => {
    const world = new EffectWorld();
    const undo = { undo: world.undo };
    const options = failing(1, { tools: { a: undo, b: undo, c: undo } }, { policy: giveUpOnce(0) });
    const wrapped = withRollback(flaky(world, 1), options);
    await expect(wrapped.invoke({}, on("t"))).rejects.toThrow("the bank");
    await wrapped.invoke(null, on("t"));
    expect(world.asked).toEqual([
      "do a1",
      "do b2",
      "do c3",
      'undo c "c3"',
      'undo b "b2"',
      'undo a "a1"',
      "do a1",
      "do b2",
      "do c3",
    ]);
    expect(world.holds).toEqual(["a1", "b2", "c3"]);
  });

  it("does not go back behind what that one did and nothing undoes", async () => {
    const world = new EffectWorld();
    const tools = { a: "irreversible", b: { undo: world.undo }, c: { undo: world.undo } } as const;
    const wrapped = withRollback(flaky(world, 1), failing(1, { tools }, { policy: giveUpOnce(0) }));
    await expect(wrapped.invoke({}, on("t"))).rejects.toThrow("the bank");
    await wrapped.invoke(null, on("t"));
    const runs = await readHistory(wrapped, on("t"));
    expect(runs.map(({ attempts }) => attempts.at(-1)?.stopped?.by)).toContain("irreversible-effect");
    expect(world.asked.filter((asked) => asked.startsWith("undo"))).toEqual([]);
  });
});

describe("an effect with a key of the user's", () => {
  const keyed = (world: EffectWorld, redo: "again" | "reuse") => ({
    a: { undo: world.undo, idempotencyKey: ({ args }: { args: unknown }) => `order ${String(args)}`, redo },
  });

  it("is given its stored result where the next attempt does the same", async () => {
    const world = new EffectWorld();
    const wrapped = withRollback(
      doing(world, ["a1", "a2"]),
      failing(1, { tools: keyed(world, "reuse") }, { policy: toStep(0) }),
    );
    const { said } = await wrapped.invoke({}, on("t"));
    expect(said).toEqual(["did a1", "did a2"]);
    expect(world.asked).toEqual(["do a1", "do a2"]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(told(run?.attempts[0]?.effects)).toEqual(['a "a2" left-for-reuse', 'a "a1" left-for-reuse']);
  });

  it("is undone at the end where the next attempt does something else", async () => {
    const world = new EffectWorld();
    let turn = 0;
    const graph = doing(world, ["a1"], (_, config) => {
      const name = `a${(turn += 1)}`;
      return effect(config, { name: "a", args: name, act: ({ key }) => world.act(key, name) });
    });
    const wrapped = withRollback(graph, failing(1, { tools: keyed(world, "reuse") }));
    await wrapped.invoke({}, on("t"));
    expect(world.holds).toEqual(["a2"]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(told(run?.attempts[1]?.effects)).toEqual(['a "a1" undone']);
  });

  it("stays where a kept step did it, and the undone step that was given its result does not do it again", async () => {
    const world = new EffectWorld();
    const graph = doing(world, ["first", "second"], (name, config) => {
      if (name === "second" && getReplanNote(config) !== undefined) return "did nothing";
      return effect(config, { name: "a", args: "1", act: ({ key }) => world.act(key, "1") });
    });
    const wrapped = withRollback(graph, failing(2, { tools: keyed(world, "reuse") }, { policy: toStep(1) }));
    await wrapped.invoke({}, on("t"));
    expect(world.asked).toEqual(["do 1"]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(run?.attempts.map(({ effects }) => told(effects))).toEqual([[], [], []]);
  });

  it("has another key once it was undone", async () => {
    const world = new EffectWorld();
    const wrapped = withRollback(doing(world, ["a1"]), failing(2, { tools: keyed(world, "again") }));
    await wrapped.invoke({}, on("t"));
    expect([...world.held.keys()]).toEqual(["order a1~3"]);
  });

  it("is one effect of two nodes that give it one key: it stays while a kept step has it", async () => {
    const world = new EffectWorld();
    const tools = { a: { undo: world.undo, idempotencyKey: () => "order" } };
    const wrapped = withRollback(doing(world, ["a1", "a2"]), failing(1, { tools }, { policy: toStep(1) }));
    await wrapped.invoke({}, on("t"));
    expect(world.asked).toEqual(["do a1", "do a2", "do a2"]);
    expect([...world.held.keys()]).toEqual(["order"]);
  });
});
