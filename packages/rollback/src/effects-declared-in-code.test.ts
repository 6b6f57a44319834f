import { Command } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { rememberHandling } from "./effects/declaring/declared-in-code.ts";
import { doing, failing, toStep } from "./fixtures/acting-graph.ts";
import { book, calling } from "./fixtures/booking-graph.ts";
import { on } from "./fixtures/chain-graph.ts";
import { EffectWorld } from "./fixtures/effect-world.ts";
import { effect, readHistory, resumeRollback, withEffect, withRollback } from "./index.ts";

describe("what is declared in code", () => {
  /** As in a process that has not seen the effects. */
  const forget = (): void => {
    for (let i = 0; i < 1000; i += 1) rememberHandling(`other ${i}`, {});
  };

  it("is undone by its own `undo`, whatever else has its name", async () => {
    const undone: string[] = [];
    const graph = doing(new EffectWorld(), ["a1", "a2"], (name, config) =>
      effect(config, { name: "a", args: {}, act: () => name, undo: () => undone.push(name) }),
    );
    await withRollback(graph, failing(1, {}, { policy: toStep(0) })).invoke({}, on("t"));
    expect(undone).toEqual(["a2", "a1"]);
  });

  it("is undone by the method of a class", async () => {
    const undone: string[] = [];
    class Act {
      readonly args = {};
      readonly name: string;
      constructor(name: string) {
        this.name = name;
      }
      act(): string {
        return this.name;
      }
      undo(): void {
        undone.push(this.name);
      }
    }
    const graph = doing(new EffectWorld(), ["a1"], (name, config) => effect(config, new Act(name)));
    await withRollback(graph, failing(1, {}, { policy: toStep(0) })).invoke({}, on("t"));
    expect(undone).toEqual(["a1"]);
  });

  it("is undone and done again though its result cannot be stored", async () => {
    const undone: unknown[] = [];
    const graph = doing(new EffectWorld(), ["a1"], async (name, config) => {
      const act = () => ({ gas: 21_000n });
      await effect(config, { name: "a", args: {}, act, undo: ({ result }) => undone.push(result) });
      return name;
    });
    const wrapped = withRollback(graph, failing(1, {}, { policy: toStep(0) }));
    await wrapped.invoke({}, on("t"));
    expect(undone).toEqual([{ gas: 21_000n }]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(run?.status).toBe("recovered");
  });

  it("is not done if its key is no text", async () => {
    const world = new EffectWorld();
    // As JavaScript may give it.
    const idempotencyKey = (): string => JSON.parse("7");
    const graph = doing(world, ["a1"], (name, config) =>
      effect(config, { name: "a", args: {}, act: ({ key }) => world.act(key, name), idempotencyKey }),
    );
    const wrapped = withRollback(graph, { verify: () => true, effects: {} });
    await expect(wrapped.invoke({}, on("t"))).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY" });
    expect(world.asked).toEqual([]);
  });

  it("is undone in a later call, after a human approved it", async () => {
    const world = new EffectWorld();
    const graph = doing(world, ["a1"], (name, config) =>
      effect(config, {
        name: "a",
        args: name,
        act: ({ key }) => world.act(key, name),
        undo: world.undo,
      }),
    );
    const wrapped = withRollback(graph, failing(1, {}, { approve: "always" }));
    await wrapped.invoke({}, on("t"));
    await wrapped.invoke(new Command({ resume: true }), on("t"));
    expect(world.asked).toEqual(["do a1", 'undo a "a1"', "do a1"]);
  });

  it("is found by another process beside the graph's own tools", async () => {
    const world = new EffectWorld();
    const graph = calling([withEffect(book(world), { undo: world.undo })], ["1A"]);
    const wrapped = withRollback(graph, failing(1, {}, { approve: "always" }));
    await wrapped.invoke({ messages: [] }, on("t"));
    forget();
    await wrapped.invoke(new Command({ resume: true }), on("t"));
    expect(world.asked).toEqual(["do 1A", 'undo book {"seat":"1A"}', "do 1A"]);
  });

  it("is not known to another process where a node's code has it: the rollback stops and says so", async () => {
    const world = new EffectWorld();
    const graph = doing(world, ["a1"], (name, config) =>
      effect(config, {
        name: "a",
        args: name,
        act: ({ key }) => world.act(key, name),
        undo: world.undo,
      }),
    );
    const wrapped = withRollback(graph, failing(1, {}, { approve: "always" }));
    await wrapped.invoke({}, on("t"));
    forget();
    expect(await wrapped.invoke(new Command({ resume: true }), on("t"))).toEqual({ said: ["did a1"] });
    const [run] = await readHistory(wrapped, on("t"));
    expect(run?.attempts[0]?.problem?.message).toContain("declared by its name in `effects.tools`");
    expect(world.asked).toEqual(["do a1"]);
    expect((await wrapped.getState(on("t"))).next).toEqual([]);

    const named = withRollback(graph, failing(0, { tools: { a: { undo: world.undo } } }));
    expect(await resumeRollback(named, on("t"))).toEqual({ said: ["did a1"] });
    expect(world.asked).toEqual(["do a1", 'undo a "a1"', "do a1"]);
  });

  it("is warned of once where the graph has no `effects`: nobody hears of it", async () => {
    const warned: string[] = [];
    const hear = ({ message }: Error): void => void warned.push(message);
    process.on("warning", hear);
    const world = new EffectWorld();
    const seat = withEffect(book(world), { undo: world.undo });
    const graph = doing(world, ["a1", "b2"], async (name, config) =>
      name === "a1"
        ? effect(config, { name: "unheard", args: name, act: () => name, undo: world.undo })
        : seat.invoke({ seat: "1A" }, config),
    );
    await withRollback(graph, { verify: () => false, mode: "observe" }).invoke({}, on("observed"));
    await new Promise((resolve) => setImmediate(resolve));
    expect(warned).toEqual([]);
    await withRollback(graph, { verify: ({ attempt }) => attempt > 1 }).invoke({}, on("t"));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", hear);
    expect(warned.filter((message) => message.includes('"unheard" is declared as an effect'))).toHaveLength(
      1,
    );
    expect(warned.filter((message) => message.includes('"book" is declared as an effect'))).toHaveLength(1);
    expect(world.asked.filter((asked) => asked.startsWith("undo"))).toEqual([]);
  });
});
