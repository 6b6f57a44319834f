import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import {
  Command,
  END,
  interrupt,
  type LangGraphRunnableConfig,
  MemorySaver,
  START,
  StateGraph,
} from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import {
  ChainState,
  type ChainStep,
  type ChainValues,
  nothingWrong,
  on,
  untilTold,
} from "./fixtures/chain-graph.ts";
import { calibratedAt } from "./fixtures/labelled-failures.ts";
import { warningsOf } from "./fixtures/warnings-of.ts";
import {
  learn,
  readHistory,
  readLearning,
  rollbackGraph,
  settleLearning,
  withRollback,
  type LearnOptions,
  type RollbackOptions,
} from "./index.ts";

interface World {
  readonly learn?: boolean | LearnOptions;
  readonly checkpointer?: BaseCheckpointSaver;
  /** The step that errs. Default: until it is told, and not on threads that begin with "right". */
  readonly errs?: (thread: string) => ChainStep;
  readonly options?: Partial<RollbackOptions>;
}

const STEPS = 8;
/** The step that errs. */
const ERRING = 3;

const untilToldOn =
  (thread: string): ChainStep =>
  (state) =>
    thread.startsWith("right") ? "right" : untilTold(`${ERRING}`)(state);

/** An agent of eight steps that errs at the fourth. */
function chainOfSteps(errs: (thread: string) => ChainStep) {
  const first: string = "step 0";
  const work = (at: number) => async (state: ChainValues, config: LangGraphRunnableConfig) => {
    const wrong = at === ERRING && (await errs(String(config.configurable?.["thread_id"]))(state));
    return { log: [wrong === false ? `${at}:right` : wrong] };
  };
  const builder = new StateGraph(ChainState).addNode(first, work(0)).addEdge(START, first);
  for (let at = 1; at < STEPS; at += 1)
    builder.addNode(`step ${at}`, work(at)).addEdge(`step ${at - 1}`, `step ${at}`);
  return builder.addEdge(`step ${STEPS - 1}`, END);
}

/** An agent that errs at its fourth step of eight until it is told. */
function erring({
  checkpointer = new MemorySaver(),
  errs = untilToldOn,
  options,
  learn: given = true,
}: World = {}) {
  let made = 0;
  const agent = withRollback(chainOfSteps(errs).compile({ checkpointer }), {
    // What is drawn depends on them.
    ids: () => `r${(made += 1)}`,
    verify: nothingWrong,
    noteChannel: "note",
    learn: given,
    ...options,
  });
  return { agent, checkpointer };
}

type Erring = ReturnType<typeof erring>["agent"];

/** Runs that fail, each after one that passes. */
async function fail(agent: Erring, count: number, from = 0): Promise<void> {
  for (let at = from; at < from + count; at += 1) {
    await agent.invoke({}, on(`right-${at}`));
    await agent.invoke({}, on(`t-${at}`));
    await settleLearning(agent);
  }
}

/** Runs fail until something changes what is in force. @returns how many have failed */
async function failUntil(agent: Erring, change: "promise" | "version", from = 0): Promise<number> {
  for (let failed = from; failed < 80; failed += 1) {
    await fail(agent, 1, failed);
    const { states = [] } = (await readLearning(agent))[0] ?? {};
    if (states.at(-1)?.change === change && states.some((state) => state.change === "version"))
      return failed + 1;
  }
  throw new Error(`Expected a ${change}.`);
}

const recordsOn = async (agent: Erring, thread: string) =>
  (await readHistory(agent, on(thread)))[0]?.attempts ?? [];

const inForce = async (source: Parameters<typeof readLearning>[0]) => (await readLearning(source))[0]?.state;

describe("an agent that learns", () => {
  it("tries drawn steps in place of restarts, and restarts after one that failed", async () => {
    const { agent } = erring();
    await fail(agent, 12);
    const starts = await Promise.all(
      Array.from({ length: 12 }, async (_, at) =>
        (await recordsOn(agent, `t-${at}`)).map(({ rewind }) => rewind?.step),
      ),
    );
    const drawn = starts.map(([first]) => first ?? 0);
    expect(Math.min(...drawn)).toBeGreaterThan(0);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(STEPS / 2);
    expect(new Set(drawn).size).toBeGreaterThan(2);
    for (const [first = 0, second] of starts) expect(second).toBe(first > ERRING ? 0 : undefined);
    const [record] = await recordsOn(agent, "t-0");
    expect(record?.rewind).toMatchObject({ drawn: true, policy: "least-cost" });
    expect(record?.rewind?.reason).toContain("was drawn, in place of a restart");
    expect(record?.rewind?.promise).toBeUndefined();
    expect(record?.recovery?.learnt).toMatchObject({ version: "cold", cap: "lifted" });
  });

  it("goes where its runs have gone wrong, once enough have failed", async () => {
    const { agent } = erring();
    const failed = await failUntil(agent, "version");
    const state = await inForce(agent);
    expect(state?.failures).toBeGreaterThanOrEqual(20);
    expect(state?.version.cap).toBe("lifted");
    await fail(agent, 1, failed);
    const [record] = await recordsOn(agent, `t-${failed}`);
    expect(record?.recovery?.learnt).toMatchObject({ version: state?.version.id, cap: "lifted" });
    expect(record?.rewind?.policy).toBe("least-cost");
    expect(record?.rewind?.drawn).toBeUndefined();
    expect(record?.rewind?.reason).toContain("learnt from outcomes, without labels");
    await fail(agent, 59 - failed, failed + 1);
    expect((await recordsOn(agent, "t-59"))[0]?.rewind?.step).toBe(ERRING);
  });

  it("promises recovery from its own runs, once a version has enough of them", async () => {
    const { agent } = erring();
    const learnt = await failUntil(agent, "version");
    const version = (await inForce(agent))?.version;
    const failed = await failUntil(agent, "promise", learnt);
    const state = await inForce(agent);
    expect(state?.version).toEqual(version);
    expect(state?.promise?.n).toBeGreaterThanOrEqual(9);
    await fail(agent, 1, failed);
    const [record] = await recordsOn(agent, `t-${failed}`);
    expect(record?.recovery?.promise).toMatchObject({
      within: expect.any(Number),
      n: state?.promise?.n,
      guarantee: "exact",
    });
  });

  it("keeps numbers, and no text of a run", async () => {
    const { agent, checkpointer } = erring();
    await fail(agent, 3);
    const kept: unknown[] = [];
    for await (const { checkpoint } of checkpointer.list({
      configurable: { checkpoint_ns: "langgraph-rollback-learning" },
    }))
      kept.push(checkpoint.channel_values);
    expect(kept).toHaveLength(3);
    const text = JSON.stringify(kept);
    expect(text).toContain('"status":"accepted"');
    expect(text).not.toMatch(/wrong|:right|something/);
  });

  it("forgets what a run has taught with its thread", async () => {
    const { agent, checkpointer } = erring();
    await fail(agent, 3);
    await checkpointer.deleteThread("t-1");
    expect(await readLearning(checkpointer)).toMatchObject([{ failures: 2 }]);
  });

  it("learns from a store that several agents' checkpointers share", async () => {
    const store = path.join(mkdtempSync(path.join(tmpdir(), "learning-")), "store.jsonl");
    const one = erring({ learn: { store } });
    await fail(one.agent, 12);
    const other = erring({ learn: { store } });
    await fail(other.agent, 8, 12);
    await settleLearning(store);
    expect(await inForce(store)).toMatchObject({ change: "version", failures: 20 });
    expect(await readLearning(one.checkpointer)).toEqual([]);
    // A line that was cut short hides no other.
    const { appendFileSync } = await import("node:fs");
    appendFileSync(store, '{"kind":"run"');
    await fail(one.agent, 1, 20);
    expect(await readLearning(store)).toMatchObject([{ failures: 21 }]);
    expect(readFileSync(store, "utf8")).not.toContain(":wrong");
  });

  it("keeps agents of other graphs apart", async () => {
    const checkpointer = new MemorySaver();
    await fail(erring({ checkpointer }).agent, 1);
    await fail(erring({ checkpointer, learn: { agent: "another" } }).agent, 2, 1);
    expect(
      (await readLearning(checkpointer)).map(({ failures }) => failures).toSorted((a, b) => a - b),
    ).toEqual([1, 2]);
  });

  it("draws nothing where a calibration of the user's is in use, and says so", async () => {
    const { agent } = erring({ options: { calibration: await calibratedAt(1) } });
    await fail(agent, 3);
    const [record] = await recordsOn(agent, "t-0");
    expect(record?.recovery?.learnt?.cap).toBe("own");
    expect(record?.rewind?.drawn).toBeUndefined();
    expect(record?.rewind?.promise).toBeDefined();
  });

  it("learns nothing from runs that are only observed", async () => {
    const { agent } = erring({ options: { mode: "observe" } });
    await fail(agent, 2);
    expect(await readLearning(agent)).toEqual([]);
  });

  it("learns as a graph of nodes, too", async () => {
    const checkpointer = new MemorySaver();
    const graph = rollbackGraph(chainOfSteps(untilToldOn).compile({ checkpointer }), {
      verify: nothingWrong,
      noteChannel: "note",
      learn: true,
    }).compile();
    for (let at = 0; at < 2; at += 1) await graph.invoke({ input: {}, threadId: `t-${at}` });
    await settleLearning(checkpointer);
    expect(await readLearning(checkpointer)).toMatchObject([{ failures: 2 }]);
  });

  it("gives a paused run what it began with", async () => {
    const checkpointer = new MemorySaver();
    const asks: ChainStep = (state) => {
      interrupt("Go on?");
      return untilTold(`${ERRING}`)(state);
    };
    const { agent: paused } = erring({ checkpointer, errs: () => asks, learn: { agent: "one" } });
    await paused.invoke({}, on("paused"));
    const { agent } = erring({ checkpointer, learn: { agent: "one" } });
    await failUntil(agent, "version");
    await paused.invoke(new Command({ resume: "yes" }), on("paused"));
    const [record] = await recordsOn(paused, "paused");
    expect(record?.recovery?.learnt?.version).toBe("cold");
  });
});

describe("replays in the background", () => {
  it("tell the last start that recovers, on a copy: the thread stays as it is", async () => {
    const replayed: number[] = [];
    const { agent, checkpointer } = erring({
      learn: { replays: { onReplayed: ({ executed }) => replayed.push(executed) } },
    });
    await fail(agent, 1);
    const before = await recordsOn(agent, "t-0");
    const kept: unknown[] = [];
    for await (const { checkpoint } of checkpointer.list({
      configurable: { checkpoint_ns: "langgraph-rollback-learning" },
    }))
      kept.push(...Object.values(checkpoint.channel_values));
    expect(kept).toContainEqual(expect.objectContaining({ kind: "replays", lastStart: ERRING }));
    expect(replayed).toHaveLength(1);
    expect(replayed[0]).toBeGreaterThan(0);
    expect(await recordsOn(agent, "t-0")).toEqual(before);
  });

  it("cap the first rollback, if that is asked for", async () => {
    const { agent } = erring({ learn: { replays: true, cap: true } });
    await fail(agent, 20);
    expect(await inForce(agent)).toMatchObject({ version: { cap: "last-recovering-start" } });
    await fail(agent, 1, 20);
    const [record] = await recordsOn(agent, "t-20");
    expect(record?.recovery?.learnt?.cap).toBe("last-recovering-start");
    expect(record?.rewind).toMatchObject({ step: ERRING, promise: { convention: "last-recovering-start" } });
  });
});

describe("learn", () => {
  it("learns at once from runs that ended before anybody learnt", async () => {
    const checkpointer = new MemorySaver();
    const before = erring({ checkpointer, learn: false });
    for (let at = 0; at < 3; at += 1) await before.agent.invoke({}, on(`t-${at}`));
    const { agent } = erring({ checkpointer, learn: { background: false } });
    await agent.invoke({}, on("t-3"));
    expect(await readLearning(checkpointer)).toEqual([]);
    expect(await learn(agent)).toMatchObject({ version: { id: "cold" } });
    await learn(agent);
    expect(await readLearning(checkpointer)).toMatchObject([{ failures: 4 }]);
  });

  it("refuses an agent that does not learn", () => {
    expect(() => learn(erring({ learn: false }).agent)).toThrow("learn");
    expect(() => learn(chainOfSteps(untilToldOn).compile())).toThrow("learn");
  });
});

describe("the option learn", () => {
  it("refuses what it cannot be", () => {
    const given = (options: object | string) => () => {
      const whole = { verify: nothingWrong, learn: true };
      Reflect.set(whole, "learn", options);
      return withRollback(chainOfSteps(untilToldOn).compile(), whole);
    };
    expect(given({ replay: true })).toThrow("learn.replay");
    expect(given({ replays: { budged: 1 } })).toThrow("learn.replays.budged");
    expect(given({ audit: 2 })).toThrow("2");
    expect(given({ store: "" })).toThrow("learn.store");
    expect(given("yes")).toThrow("learn");
  });
});

describe("a store that fails", () => {
  /** Refuses what is learnt, and nothing else. */
  class Refusing extends MemorySaver {
    override put(...args: Parameters<MemorySaver["put"]>): ReturnType<MemorySaver["put"]> {
      if (String(args[0].configurable?.["checkpoint_ns"]).startsWith("langgraph-rollback-learning"))
        throw new Error("The disk is full.");
      return super.put(...args);
    }
    override getTuple(...args: Parameters<MemorySaver["getTuple"]>): ReturnType<MemorySaver["getTuple"]> {
      if (String(args[0].configurable?.["checkpoint_ns"]).startsWith("langgraph-rollback-versions"))
        throw new Error("The disk is gone.");
      return super.getTuple(...args);
    }
  }

  it("costs no run its result, and is told once", async () => {
    const warnings = await warningsOf(async () => {
      const { agent } = erring({ checkpointer: new Refusing() });
      for (let at = 0; at < 2; at += 1)
        expect((await agent.invoke({}, on(`t-${at}`))).log).not.toContain(`${ERRING}:wrong`);
      await settleLearning(agent);
    });
    const told = warnings.filter((warning) => warning.name === "RollbackLearningWarning");
    expect(told).toHaveLength(2);
    expect(told.map(({ message }) => message).join("\n")).toContain("The disk is full.");
  });
});
