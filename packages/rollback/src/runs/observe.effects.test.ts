import {
  Command,
  interrupt,
  MemorySaver,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { doing, failing, Said, told, toStep } from "../fixtures/acting-graph.ts";
import { on } from "../fixtures/chain-graph.ts";
import { EffectWorld } from "../fixtures/effect-world.ts";
import { FailingSaver } from "../fixtures/failing-saver.ts";
import {
  effect,
  readHistory,
  resumeRollback,
  withRollback,
  type EffectOptions,
  type RollbackOptions,
} from "../index.ts";

const observing = (effects: EffectOptions, more: Partial<RollbackOptions> = {}): RollbackOptions =>
  failing(9, effects, { policy: toStep(1), mode: "observe", ...more });

async function recordOf(graph: Parameters<typeof readHistory>[0]) {
  const [run] = await readHistory(graph, on("t"));
  return run?.attempts.at(-1);
}

/** A node that acts, and throws as often as it is told to. */
function trying(world: EffectWorld, throws: number, checkpointer = new MemorySaver()) {
  let left = throws;
  const act = async (_: typeof Said.State, config: LangGraphRunnableConfig) => {
    const said = await effect(config, { name: "b", args: "b1", act: ({ key }) => world.act(key, "b1") });
    if ((left -= 1) >= 0) throw new TypeError("the line is cut");
    return { said: [said] };
  };
  return new StateGraph(Said)
    .addNode("b", act, {
      retryPolicy: { maxAttempts: 3, initialInterval: 1, jitter: false, logWarning: false },
    })
    .addEdge(START, "b")
    .compile({ checkpointer });
}

describe("effects of a run that is only observed", () => {
  it("stand, and the plan lists what would be undone", async () => {
    const world = new EffectWorld();
    const tools = { a: { undo: world.undo }, b: { undo: world.undo }, c: { undo: world.undo } };
    const graph = withRollback(doing(world, ["a1", "b2", "c3"]), observing({ tools }));
    await graph.invoke({}, on("t"));
    expect(world.asked).toEqual(["do a1", "do b2", "do c3"]);
    const record = await recordOf(graph);
    expect(told(record?.effects)).toEqual(['c "c3" stands', 'b "b2" stands']);
    expect(told(record?.planned?.effects)).toEqual(['c "c3" to-undo', 'b "b2" to-undo']);
    expect(record?.planned?.note).toContain("c3");
  });

  it("stand also for a call that goes on without a rollback, and for `resumeRollback`", async () => {
    const world = new EffectWorld();
    const tools = { a: { undo: world.undo }, b: { undo: world.undo } };
    const bare = doing(world, ["a1", "b2"]);
    const observed = withRollback(bare, observing({ tools }));
    await observed.invoke({}, on("t"));
    for (const mode of ["observe", "rollback"] as const) {
      const graph = withRollback(bare, observing({ tools }, { mode }));
      await graph.invoke(null, on("t"));
      await resumeRollback(graph, on("t"));
    }
    expect(world.asked).toEqual(["do a1", "do b2"]);
  });

  it("stop the plan where they are irreversible, and not the run", async () => {
    const world = new EffectWorld();
    const graph = withRollback(doing(world, ["a1", "mail"]), observing({ tools: { m: "irreversible" } }));
    expect((await graph.invoke({}, on("t"))).said).toHaveLength(2);
    expect(await recordOf(graph)).toMatchObject({ stopped: { by: "irreversible-effect" } });
  });

  it.each([
    { name: "can be undone", handling: (world: EffectWorld) => ({ undo: world.undo }) },
    { name: "is irreversible", handling: () => "irreversible" as const },
    {
      name: "would be given again",
      handling: (world: EffectWorld) => ({
        undo: world.undo,
        redo: "reuse" as const,
        idempotencyKey: () => "mine",
      }),
    },
  ])("happen as often as LangGraph tries, where what happened $name", async ({ handling }) => {
    const world = new EffectWorld();
    const graph = withRollback(trying(world, 2), observing({ tools: { b: handling(world) } }));
    await graph.invoke({}, on("t"));
    expect(world.asked).toEqual(["do b1", "do b1", "do b1"]);
    const standings = (await recordOf(graph))?.effects?.map(({ standing }) => standing) ?? [];
    expect(new Set(standings)).toEqual(new Set(["stands"]));
  });

  it("of tries that were repeated are listed where the run succeeds, too", async () => {
    const world = new EffectWorld();
    const tools = { b: { undo: world.undo } };
    const graph = withRollback(trying(world, 1), observing({ tools }, { verify: () => true }));
    await graph.invoke({}, on("t"));
    expect(world.asked).toEqual(["do b1", "do b1"]);
    expect(await recordOf(graph)).toMatchObject({
      decision: "accept",
      effects: [{ name: "b", standing: "stands" }],
    });
  });

  it("happen although they cannot be noted down, and the history says so", async () => {
    const world = new EffectWorld();
    let isFull = true;
    const saver = new FailingSaver(
      ({ namespace }) => isFull && namespace.startsWith("langgraph-rollback-effects"),
    );
    const graph = withRollback(trying(world, 0, saver), observing({ tools: { b: { undo: world.undo } } }));
    expect((await graph.invoke({}, on("t"))).said).toEqual(["did b1"]);
    isFull = false;
    const [run] = await readHistory(graph, on("t"));
    expect(run?.problems.map(({ problem }) => problem)).toMatchObject([
      { code: "EFFECT_NOT_RECORDED", message: expect.stringContaining('"b" was called all the same') },
    ]);
  });

  it("that were cut off happen again when the run goes on, and none is undone", async () => {
    const world = new EffectWorld();
    const tools = { b: { undo: world.undo } };
    const graph = withRollback(trying(world, 3), observing({ tools }));
    await expect(graph.invoke({}, on("t"))).rejects.toThrow("the line is cut");
    expect((await graph.invoke(null, on("t"))).said).toEqual(["did b1"]);
    expect(world.asked).toEqual(["do b1", "do b1", "do b1", "do b1"]);
  });

  it("are undone by the rollback of a call that answers its interrupt and is not only observed", async () => {
    const world = new EffectWorld();
    const tools = { b: { undo: world.undo } };
    const act = async (name: string, config: LangGraphRunnableConfig): Promise<unknown> => {
      if (name === "wait") return interrupt("go on?");
      return effect(config, { name, args: name, act: ({ key }) => world.act(key, name) });
    };
    const bare = doing(world, ["b", "wait"], act);
    const start = { policy: toStep(0) };
    await withRollback(bare, observing({ tools }, start)).invoke({}, on("t"));
    const rolledBack = withRollback(bare, failing(1, { tools }, start));
    await rolledBack.invoke(new Command({ resume: "yes" }), on("t"));
    expect(world.asked).toEqual(["do b", 'undo b "b"', "do b"]);
  });
});

describe("a rollback whose undo has failed", () => {
  it("is not taken up by a `resumeRollback` that only observes", async () => {
    const world = new EffectWorld();
    let isDown = true;
    const undo: typeof world.undo = (call) => {
      if (isDown) throw new Error("the world does not answer");
      world.undo(call);
    };
    const effects = { tools: { a: { undo }, b: { undo } }, undoRetries: 0 };
    const bare = doing(world, ["a1", "b2"]);
    const rolledBack = withRollback(bare, failing(1, effects, { policy: toStep(1) }));
    await rolledBack.invoke({}, on("t"));
    isDown = false;
    const before = await readHistory(rolledBack, on("t"));
    expect(before).toMatchObject([{ attempts: [{ problem: { code: "UNDO_FAILED" } }] }]);
    await resumeRollback(withRollback(bare, observing(effects)), on("t"));
    expect(world.asked).toEqual(["do a1", "do b2"]);
    expect(await readHistory(rolledBack, on("t"))).toEqual(before);
    await resumeRollback(rolledBack, on("t"));
    expect(world.asked).toEqual(["do a1", "do b2", 'undo b "b2" again', "do b2"]);
  });
});
