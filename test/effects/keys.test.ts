import { MemorySaver } from "@langchain/langgraph";
import { effect, getReplanNote, readHistory, withRollback, type EffectRecord } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { line, ListWorld, thread } from "./list-world.ts";

interface Turn {
  /** Keys of the orders of its first attempt, and of the later ones. */
  readonly orders: readonly string[];
  readonly again?: readonly string[];
  /** How many attempts are refused. */
  readonly refused?: number;
}

/** A thread on which each call is a turn; another process makes each. */
function shop(redo: "again" | "reuse" = "again") {
  const world = new ListWorld();
  const saver = new MemorySaver();
  const turn = async ({ orders, again = orders, refused = 0 }: Turn) => {
    const graph = line(
      {
        order: async (config) => {
          const keys = getReplanNote(config) === undefined ? orders : again;
          for (const own of keys)
            await effect(config, {
              name: "order",
              args: own,
              act: ({ key }) => world.act(key, key),
            });
        },
      },
      saver,
    );
    const wrapped = withRollback(graph, {
      verify: ({ attempt }) => attempt > refused,
      maxRollbacks: 1,
      effects: {
        tools: {
          order: { idempotencyKey: ({ args }: { args: unknown }) => String(args), redo, undo: world.undo },
        },
      },
    });
    await wrapped.invoke({}, thread);
    const [run] = await readHistory(wrapped, thread);
    return run?.attempts.map(({ effects }) => effects ?? []) ?? [];
  };
  return { world, turn };
}

const told = (attempts: readonly (readonly EffectRecord[])[]): readonly (readonly string[])[] =>
  attempts.map((effects) => effects.map(({ key, standing }) => `${key} ${standing}`));

describe("a key of the user's over several turns of a thread", () => {
  it.each(["again", "reuse"] as const)(
    "stays in the world where a later turn that used it, too, is rolled back (%s)",
    async (redo) => {
      const { world, turn } = shop(redo);
      await turn({ orders: ["7"] });
      const attempts = await turn({ orders: ["7", "8"], again: [], refused: 1 });
      expect(world.holds).toEqual(["7"]);
      expect(world.calls.map(({ key }) => key)).toEqual(["8"]);
      const own = attempts.flat().findLast(({ key }) => key === "7");
      expect(own).toMatchObject({ standing: "stands", sharedWith: expect.stringMatching(/^effect-/u) });
    },
  );

  it("is followed by another key where it was undone in an earlier turn", async () => {
    const { world, turn } = shop();
    await turn({ orders: ["7"], again: [], refused: 1 });
    await turn({ orders: ["7"] });
    expect(world.holds).toEqual(["7~2"]);
  });

  it("is counted on from earlier turns, and what stands of it is not undone by a later one", async () => {
    const { world, turn } = shop();
    await turn({ orders: ["7"], refused: 1 });
    expect(world.holds).toEqual(["7~2"]);
    expect(told(await turn({ orders: ["7", "7"], refused: 1 }))).toEqual([["7~2 stands", "7~2 stands"], []]);
    expect(world.holds).toEqual(["7~2"]);
    expect(world.calls.map(({ key }) => key)).toEqual(["7"]);
  });

  it("is held by a turn that was given up, as its last attempt's result is the turn's", async () => {
    const { world, turn } = shop();
    await turn({ orders: ["7"], refused: 2 });
    await turn({ orders: ["7"], again: [], refused: 1 });
    expect(world.holds).toEqual(["7~2"]);
  });

  it("is undone by a later turn where only turns that were rolled back had used it", async () => {
    const { world, turn } = shop();
    await turn({ orders: ["7"], again: [], refused: 1 });
    await turn({ orders: ["7"], again: [], refused: 1 });
    await turn({ orders: ["7"] });
    expect(world.holds).toEqual(["7~3"]);
    expect(world.calls.map(({ key }) => key)).toEqual(["7", "7~2"]);
  });

  it("is never one that another key of the user's has become", async () => {
    const { world, turn } = shop();
    await turn({ orders: ["7"], refused: 1 });
    await turn({ orders: ["7~2"] });
    expect(world.holds).toEqual(["7~2", "7~2~2"]);
  });
});

describe("an `idempotencyKey` that gives no key", () => {
  const unusable: readonly (readonly [string, () => string])[] = [
    ["an empty text", () => ""],
    ["no text", () => JSON.parse("7")],
    ["nothing", () => JSON.parse("[]")[0]],
    [
      "an exception",
      () => {
        throw new RangeError("no number");
      },
    ],
  ];
  it.each(unusable)("keeps the effect from taking place: %s", async (_, idempotencyKey) => {
    const world = new ListWorld();
    const graph = line({
      order: (config) =>
        effect(config, { name: "order", args: {}, act: ({ key }) => world.act(key, "order") }),
    });
    const wrapped = withRollback(graph, {
      verify: () => true,
      maxRollbacks: 0,
      effects: { tools: { order: { idempotencyKey, undo: world.undo } } },
    });
    await expect(wrapped.invoke({}, thread)).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY" });
    expect(world.asked).toEqual([]);
  });

  it("is told, and changes nothing, in a run that is only observed", async () => {
    const world = new ListWorld();
    const graph = line({
      order: (config) =>
        effect(config, { name: "order", args: {}, act: ({ key }) => world.act(key, "order") }),
    });
    const wrapped = withRollback(graph, {
      verify: () => true,
      mode: "observe",
      effects: { tools: { order: { idempotencyKey: () => "", undo: world.undo } } },
    });
    await wrapped.invoke({}, thread);
    expect(world.asked).toEqual(["do order"]);
    const [run] = await readHistory(wrapped, thread);
    expect(run?.problems?.map(({ problem }) => problem.code)).toEqual(["IDEMPOTENCY_KEY"]);
  });
});
