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
import { DamagedEffects } from "../fixtures/damaged-effects.ts";
import { appendEntry } from "../history/journal.ts";
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

/** Asks a human in "wait", and acts in other nodes. */
const waiting =
  (world: EffectWorld) =>
  async (name: string, config: LangGraphRunnableConfig): Promise<unknown> => {
    if (name === "wait") return interrupt("go on?");
    return effect(config, { name: name.slice(0, 1), args: name, act: ({ key }) => world.act(key, name) });
  };

/** A node that acts, and throws as often as it is told to. */
function trying(
  world: EffectWorld,
  throws: number,
  checkpointer = new MemorySaver(),
  does = ({ key }: { readonly key: string }) => world.act(key, "b1"),
) {
  let left = throws;
  const act = async (_: typeof Said.State, config: LangGraphRunnableConfig) => {
    const said = await effect(config, { name: "b", args: "b1", act: does });
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

  it("stand also for a call that resumes without a rollback, and for `resumeRollback`", async () => {
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
    const saver = new DamagedEffects();
    saver.isFull = true;
    const graph = withRollback(trying(world, 0, saver), observing({ tools: { b: { undo: world.undo } } }));
    expect((await graph.invoke({}, on("t"))).said).toEqual(["did b1"]);
    saver.isFull = false;
    const [run] = await readHistory(graph, on("t"));
    expect(run?.problems.map(({ problem }) => problem)).toMatchObject([
      { code: "EFFECT_NOT_RECORDED", message: expect.stringContaining('"b" was called all the same') },
    ]);
  });

  it("happen also where a try that is repeated cannot be noted down", async () => {
    const world = new EffectWorld();
    const saver = new DamagedEffects();
    const act = ({ key }: { readonly key: string }) => {
      saver.isFull = true;
      return world.act(key, "b1");
    };
    const graph = withRollback(
      trying(world, 1, saver, act),
      observing({ tools: { b: { undo: world.undo } } }),
    );
    expect((await graph.invoke({}, on("t"))).said).toEqual(["did b1"]);
    expect(world.asked).toEqual(["do b1", "do b1"]);
  });

  it("that were cut off happen again when the run is resumed, and none is undone, also if nothing can be stored", async () => {
    const world = new EffectWorld();
    const saver = new DamagedEffects();
    const tools = { b: { undo: world.undo } };
    const graph = withRollback(trying(world, 3, saver), observing({ tools }));
    await expect(graph.invoke({}, on("t"))).rejects.toThrow("the line is cut");
    saver.isFull = true;
    expect((await graph.invoke(null, on("t"))).said).toEqual(["did b1"]);
    expect(world.asked).toEqual(["do b1", "do b1", "do b1", "do b1"]);
  });

  it("happen again in a node that paused after them, also if nothing can be stored", async () => {
    const world = new EffectWorld();
    const saver = new DamagedEffects();
    const act = async (name: string, config: LangGraphRunnableConfig): Promise<unknown> => {
      await effect(config, { name, args: name, act: ({ key }) => world.act(key, name) });
      return interrupt("go on?");
    };
    const bare = doing(world, ["b"], act, saver);
    const graph = withRollback(bare, observing({ tools: { b: { undo: world.undo } } }));
    await graph.invoke({}, on("t"));
    saver.isFull = true;
    expect((await graph.invoke(new Command({ resume: "yes" }), on("t"))).said).toEqual(["yes"]);
    expect(world.asked).toEqual(["do b", "do b"]);
  });

  it("happen where those before cannot be read, and the history says so", async () => {
    const world = new EffectWorld();
    const saver = new DamagedEffects();
    const bare = doing(world, ["wait", "b2"], waiting(world), saver);
    const graph = withRollback(bare, observing({ tools: { b: { undo: world.undo } } }));
    await graph.invoke({}, on("t"));
    saver.isDamaged = true;
    expect((await graph.invoke(new Command({ resume: "yes" }), on("t"))).said).toEqual(["yes", "did b2"]);
    const [run] = await readHistory(graph, on("t"));
    expect(run?.problems).toMatchObject([{ problem: { message: "the effects are damaged" } }]);
  });

  it("happen also after the run has ended", async () => {
    const world = new EffectWorld();
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let late: Promise<unknown> = Promise.resolve();
    const act = (name: string, config: LangGraphRunnableConfig): unknown => {
      late = ended.then(() => effect(config, { name, args: name, act: ({ key }) => world.act(key, name) }));
      return "soon";
    };
    await withRollback(doing(world, ["b1"], act), observing({})).invoke({}, on("t"));
    end();
    await expect(late).resolves.toBe("did b1");
  });

  it("are undone by the rollback of a call that answers its interrupt and is not only observed", async () => {
    const world = new EffectWorld();
    const tools = { b: { undo: world.undo } };
    const bare = doing(world, ["b", "wait"], waiting(world));
    const start = { policy: toStep(0) };
    await withRollback(bare, observing({ tools }, start)).invoke({}, on("t"));
    const rolledBack = withRollback(bare, failing(1, { tools }, start));
    await rolledBack.invoke(new Command({ resume: "yes" }), on("t"));
    expect(world.asked).toEqual(["do b", 'undo b "b"', "do b"]);
  });
});

describe("a run that has ended and has effects to undo", () => {
  it("is left so by a call that only observes", async () => {
    const world = new EffectWorld();
    const effects = { tools: { b: { undo: world.undo } } };
    const start = { policy: toStep(0) };
    const saver = new MemorySaver();
    const bare = doing(world, ["b1"], undefined, saver);
    const observed = withRollback(bare, observing(effects, start));
    await observed.invoke({}, on("t"));
    const record = await recordOf(observed);
    if (record === undefined) throw new TypeError("Expected a record, got none.");
    const toUndo = record.effects?.map((each) => ({ ...each, standing: "to-undo" as const })) ?? [];
    await appendEntry(saver, "t", "attempt", { ...record, effects: toUndo });
    await observed.invoke(null, on("t"));
    expect(told((await recordOf(observed))?.effects)).toEqual(['b "b1" to-undo']);
    await withRollback(bare, failing(1, effects, start)).invoke(null, on("t"));
    expect(told((await recordOf(observed))?.effects)).toEqual(['b "b1" undone']);
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
