import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { doing, told, toStep } from "../fixtures/acting-graph.ts";
import { on } from "../fixtures/chain-graph.ts";
import { EffectWorld } from "../fixtures/effect-world.ts";
import { effect, readHistory, withRollback, type EffectOptions } from "../index.ts";

interface Played {
  /** Actions that the output tells, attempt by attempt. */
  readonly said: readonly string[];
  readonly stands: number | undefined;
  readonly undone: readonly string[];
  readonly reason: string | undefined;
}

/**
 * Runs nodes "keep" and "try", all of whose attempts fail, each with a worse score than the one before; all go back to before "try".
 *
 * @param acts what "try" does in each attempt: an effect of that name, or nothing
 */
async function played(
  acts: readonly (string | undefined)[],
  tools: EffectOptions["tools"] = {},
): Promise<Played> {
  const world = new EffectWorld();
  let attempt = 0;
  const act = (name: string, config: LangGraphRunnableConfig): unknown => {
    const does = name === "try" ? acts[attempt] : name;
    if (name === "try") attempt += 1;
    if (does === undefined) return `nothing in attempt ${attempt}`;
    const args = `${does} in attempt ${attempt}`;
    return effect(config, { name: does, args, act: ({ key }) => world.act(key, args) });
  };
  const graph = withRollback(doing(world, ["keep", "try"], act), {
    verify: () => ({ ok: false, score: 1 / attempt }),
    policy: toStep(1),
    maxRollbacks: acts.length - 1,
    effects: {
      tools: { keep: { undo: world.undo }, book: { undo: world.undo }, mail: "irreversible", ...tools },
      onIrreversible: "allow",
    },
  });
  const { said } = await graph.invoke({}, on("t"));
  const [run] = await readHistory(graph, on("t"));
  return {
    said,
    stands: run?.attempts.at(-1)?.stands?.attempt,
    undone: run?.attempts.flatMap(({ effects }) => told(effects)) ?? [],
    reason: run?.reason,
  };
}

describe("the best attempt", () => {
  it("is returned where the attempts did nothing outside, and the part that they share did", async () => {
    expect(await played([undefined, undefined])).toMatchObject({
      said: ["did keep in attempt 0", "nothing in attempt 1"],
      stands: 1,
      undone: [],
    });
  });

  it("is not returned where its effects were undone", async () => {
    const { said, stands, undone, reason } = await played(["book", undefined]);
    expect(said.at(-1)).toBe("nothing in attempt 2");
    expect(stands).toBeUndefined();
    expect(undone).toEqual(['book "book in attempt 1" undone']);
    expect(reason).toContain("effects have been undone or done since attempt 1.");
  });

  it("is not returned where a later attempt did what stands", async () => {
    const { said, stands } = await played([undefined, "mail"]);
    expect(said.at(-1)).toBe("did mail in attempt 2");
    expect(stands).toBeUndefined();
  });

  it("is returned where what a later attempt did was undone before the last", async () => {
    expect(await played([undefined, "book", undefined])).toMatchObject({
      said: ["did keep in attempt 0", "nothing in attempt 1"],
      stands: 1,
      undone: ['book "book in attempt 2" undone'],
    });
  });

  it("is the best of those that can be: one whose predecessor was undone", async () => {
    expect(await played(["book", undefined, undefined])).toMatchObject({
      said: ["did keep in attempt 0", "nothing in attempt 2"],
      stands: 2,
    });
  });

  it("is returned where what it did stands, as nothing undoes it", async () => {
    expect(await played(["mail", undefined])).toMatchObject({
      stands: 1,
      undone: ['mail "mail in attempt 1" stands'],
    });
  });
});

describe("an effect that a later attempt was given the result of", () => {
  /** Both attempts book the same by a key of the user's; then each ends as it is told. */
  async function rebooked(end: (attempt: number) => string) {
    const world = new EffectWorld();
    let attempt = 0;
    const act = (name: string, config: LangGraphRunnableConfig): unknown => {
      if (name !== "end")
        return effect(config, { name, args: name, act: () => world.act("the booking", name) });
      attempt += 1;
      return end(attempt);
    };
    const book = { undo: world.undo, idempotencyKey: () => "the booking", redo: "reuse" as const };
    const graph = withRollback(doing(world, ["book", "end"], act), {
      verify: () => ({ ok: false, score: 1 / attempt }),
      policy: toStep(0),
      maxRollbacks: 1,
      effects: { tools: { book } },
    });
    const output: unknown = await graph.invoke({}, on("t")).catch(String);
    return { output, asked: world.asked };
  }

  it("leaves the world as the earlier attempt left it, which is returned", async () => {
    const { output, asked } = await rebooked((attempt) => `end ${attempt}`);
    expect(asked).toEqual(["do book"]);
    expect(output).toMatchObject({ said: ["did book", "end 1"] });
  });

  it("belongs to the later attempt, from which the thread can continue, if all threw", async () => {
    const { output, asked } = await rebooked((attempt) => {
      throw new RangeError(`end ${attempt}`);
    });
    expect(asked).toEqual(["do book"]);
    expect(output).toBe("RangeError: end 2");
  });
});

describe("an effect that a later attempt did under a key of an earlier turn", () => {
  /** Two turns that order under one key. The first is accepted, also if the call threw; of the second one's attempts, which all fail, the last orders. */
  async function reordered(first: "does" | "throws") {
    const world = new EffectWorld();
    let calls = 0;
    const order = (config: LangGraphRunnableConfig): Promise<string> =>
      effect(config, {
        name: "order",
        args: "",
        act: ({ key }) => {
          if (calls === 1 && first === "throws") throw new Error("no answer");
          return world.act(key, "order");
        },
      }).catch(String);
    const act = (_: string, config: LangGraphRunnableConfig): unknown =>
      (calls += 1) === 2 ? "nothing" : order(config);
    const graph = withRollback(doing(world, ["act"], act), {
      verify: () => ({ ok: calls === 1, score: 1 / calls }),
      policy: toStep(0),
      maxRollbacks: 1,
      effects: { tools: { order: { undo: world.undo, idempotencyKey: () => "the order" } } },
    });
    await graph.invoke({}, on("t"));
    await graph.invoke({}, on("t"));
    const [run] = await readHistory(graph, on("t"));
    return { asked: world.asked, attempts: run?.attempts.length, stands: run?.attempts[1]?.stands?.attempt };
  }

  it("leaves the world as the earlier attempt left it if that turn has done it", async () => {
    expect(await reordered("does")).toEqual({ asked: ["do order", "do order"], attempts: 2, stands: 1 });
  });

  it("may have changed the world if that turn's call threw", async () => {
    expect(await reordered("throws")).toEqual({ asked: ["do order"], attempts: 2, stands: undefined });
  });
});
