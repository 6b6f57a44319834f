import { MemorySaver } from "@langchain/langgraph-checkpoint";
import {
  Command,
  END,
  INTERRUPT,
  interrupt,
  type LangGraphRunnableConfig,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, ChainState, on, untilTold } from "../fixtures/chain-graph.ts";
import { doing, failing, toStep } from "../fixtures/acting-graph.ts";
import { EffectWorld } from "../fixtures/effect-world.ts";
import { byLastLine } from "../fixtures/scored-alarm.ts";
import { lastLineWatch, watchedChain } from "../fixtures/watched-chain.ts";
import { effect, readHistory, withRollback } from "../index.ts";
import type { PrefixScorer } from "../setup/watch-options.ts";
import { gate } from "../fixtures/gate.ts";

const answer = (value: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume: value });
const right = ["a:right", "b:right", "c:right"];
const wrong = ["a:right", "b:wrong", "c:right"];
const giveUp = { name: "never", decide: () => ({ kind: "give-up" as const, reason: "the test says so" }) };

/** A bad score after so many steps. */
const badAfter = (count: number): PrefixScorer => ({
  fingerprint: byLastLine.fingerprint,
  score: ({ steps }) => (steps.length === count ? 0.1 : 0.9),
});

describe("a stopped attempt that cannot be rolled back", () => {
  it.each([
    ["the policy gives up", { policy: giveUp }, "the rules of this run allow no rewind"],
    ["the budget is spent", { budget: { steps: 1 } }, "the budget of this run is spent"],
    [
      "the replanner fails",
      {
        replan: () => {
          throw new Error("no note");
        },
      },
      "no note",
    ],
  ])("goes on to its own end: %s", async (_, options, why) => {
    const { agent, ran, problems } = watchedChain(
      { b: alwaysWrong("b") },
      { ...options, verify: () => true },
    );
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: wrong });
    expect(ran.join("")).toBe("abc");
    expect(problems()).toEqual(["STOP_REFUSED"]);
    const [run] = await readHistory(agent, on("t"));
    expect(run).toMatchObject({ status: "succeeded", attempts: [{ decision: "accept" }] });
    expect(run?.problems[0]?.problem.message).toContain(why);
    expect(run?.attempts[0]?.watch?.alarm).toMatchObject({ stops: true, scores: [0.9, 0.1, 0.9], raised: 1 });
  });

  it("is judged at its end as any other", async () => {
    const { agent } = watchedChain({ b: alwaysWrong("b") }, { policy: giveUp });
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: wrong });
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts).toMatchObject([
      { decision: "give-up", outcome: { ok: false, reason: "something is wrong" } },
    ]);
  });

  it("is not stopped at all where there is no rollback to make", async () => {
    const { agent, problems } = watchedChain(
      { b: alwaysWrong("b") },
      { maxRollbacks: 0, verify: () => true },
    );
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: wrong });
    expect(problems()).toEqual([]);
  });

  it("goes on where something was done that cannot be undone", async () => {
    const world = new EffectWorld();
    const guarded = withRollback(doing(world, ["a1", "b1", "c1"]), {
      ...failing(0, { tools: { b: "irreversible" } }, { policy: toStep(0) }),
      watch: { ...lastLineWatch, scorer: badAfter(2) },
    });
    const { said } = await guarded.invoke({}, on("t"));
    expect(said).toHaveLength(3);
    expect(world.asked).toEqual(["do a1", "do b1", "do c1"]);
    const [run] = await readHistory(guarded, on("t"));
    expect(run?.problems[0]?.problem.message).toContain(
      "something was done since then that cannot be undone",
    );
  });
});

describe("a stopped attempt on a thread that another run has moved", () => {
  it("cannot go on: the call throws why it was stopped", async () => {
    const saver = new MemorySaver();
    const other = chainGraph().builder.compile({ checkpointer: saver });
    const replan = async (): Promise<string> => {
      await other.updateState(on("t"), { note: "by another run" });
      return "try again";
    };
    const { agent, ran } = watchedChain({ b: alwaysWrong("b") }, { replan }, saver);
    await expect(agent.invoke({}, on("t"))).rejects.toMatchObject({ code: "STOPPED_EARLY" });
    expect(ran.join("")).toBe("ab");
    expect((await agent.getState(on("t"))).values).toMatchObject({ note: "by another run" });
  });
});

describe("acts of a stopped attempt", () => {
  it("are undone, also one that was under way", async () => {
    const world = new EffectWorld();
    const [begun, ended] = [gate(), gate()];
    const scorer: PrefixScorer = {
      fingerprint: byLastLine.fingerprint,
      score: async ({ steps }) => {
        if (steps.length === 2) await begun.passed;
        return steps.length === 2 ? 0.1 : 0.9;
      },
    };
    let tries = 0;
    const graph = doing(world, ["a1", "b1", "c1"], (name, config) =>
      effect(config, {
        name: name.slice(0, 1),
        args: name,
        act: async ({ key }) => {
          if (name !== "c1" || (tries += 1) > 1) return world.act(key, name);
          begun.open();
          await ended.passed;
          return world.act(key, name);
        },
      }),
    );
    const undo = ({ args }: { readonly args: unknown }) => void world.asked.push(`undo ${String(args)}`);
    const guarded = withRollback(graph, {
      ...failing(0, { tools: { a: { undo }, b: { undo }, c: { undo } } }, { policy: toStep(1) }),
      watch: { ...lastLineWatch, scorer, waitMs: 0 },
    });
    // The stopped attempt leaves its act under way, which ends while the rollback waits for it.
    const run = guarded.invoke({}, on("t"));
    await begun.passed;
    ended.open();
    await run;
    expect(world.asked).toEqual(["do a1", "do b1", "do c1", "undo c1", "undo b1", "do b1", "do c1"]);
  });
});

describe("a task that is under way when its attempt is stopped", () => {
  it("hears of an abort like any other, and runs again where the attempt goes on", async () => {
    const begun = gate();
    const heard: unknown[] = [];
    const waits = async (_: typeof ChainState.State, { signal }: LangGraphRunnableConfig) => {
      if (heard.length > 0) return { log: ["b:right"] };
      await new Promise<never>((_resolve, reject) => {
        signal?.addEventListener("abort", () => {
          heard.push(signal.reason);
          reject(new Error("The task was cut off.", { cause: signal.reason }));
        });
        begun.open();
      });
      return {};
    };
    const builder = new StateGraph(ChainState)
      .addNode("a", () => ({ log: ["a:wrong"] }))
      .addNode("b", waits)
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", END);
    const scorer: PrefixScorer = {
      fingerprint: byLastLine.fingerprint,
      score: async ({ steps }) => {
        if (steps.length === 1) await begun.passed;
        return steps.length === 1 ? 0.1 : 0.9;
      },
    };
    const agent = withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
      verify: () => true,
      policy: giveUp,
      watch: { ...lastLineWatch, scorer, waitMs: 0 },
    });
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: ["a:wrong", "b:right"] });
    expect(heard).toEqual([expect.objectContaining({ name: "AbortError" })]);
    expect(String(heard[0])).toContain("Stopped after step 1: the alarm");
  });
});

describe("a person who is asked about a stopped attempt", () => {
  const asking = (checkpointer = new MemorySaver()) =>
    watchedChain({ b: untilTold("b") }, { approve: "always" }, checkpointer);

  it("approves its rollback, which then is made", async () => {
    const { agent, ran } = asking();
    const asked = await agent.invoke({}, on("t"));
    expect(asked).toMatchObject({ [INTERRUPT]: [{ value: { type: "rollback:approve", attempt: 1 } }] });
    expect(ran.join("")).toBe("ab");
    expect(await agent.invoke(answer(true), on("t"))).toMatchObject({ log: right });
    expect(ran.join("")).toBe("ababc");
  });

  it("declines it, and the attempt goes on to its own end", async () => {
    const { agent, ran, problems } = asking();
    await agent.invoke({}, on("t"));
    const asked = await agent.invoke(answer(false), on("t"));
    // Its end is refused by the verifier, and that rollback is asked about, too.
    expect(asked).toMatchObject({ [INTERRUPT]: [{ value: { type: "rollback:approve", attempt: 1 } }] });
    expect(ran.join("")).toBe("abc");
    expect(problems()).toEqual(["STOP_REFUSED"]);
    expect(await agent.invoke(answer(false), on("t"))).toMatchObject({ log: wrong });
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts).toMatchObject([
      { decision: "give-up", outcome: { ok: false, reason: "something is wrong" } },
    ]);
    expect((await agent.getState(on("t"))).next).toEqual([]);
  });

  it("declines it in another process", async () => {
    const saver = new MemorySaver();
    await asking(saver).agent.invoke({}, on("t"));
    const { agent, ran } = asking(saver);
    await agent.invoke(answer(false), on("t"));
    expect(ran.join("")).toBe("c");
    expect(await agent.invoke(answer(true), on("t"))).toMatchObject({ log: right });
  });
});

describe("a stopped attempt whose rollback was declined, and that asks a person itself then", () => {
  it("takes that answer, and is not asked about again", async () => {
    const saver = new MemorySaver();
    const process = () =>
      watchedChain(
        { b: () => "b:wrong", c: () => `c:${interrupt<string, string>("go?")}` },
        { approve: "always", verify: () => true },
        saver,
      );
    await process().agent.invoke({}, on("t"));
    const paused = await process().agent.invoke(answer(false), on("t"));
    expect(paused).toMatchObject({ [INTERRUPT]: [{ value: "go?" }] });
    const { agent } = process();
    // The thread stands where the attempt waits.
    const [waiting] = (await agent.getState(on("t"))).tasks;
    expect(waiting?.interrupts).toMatchObject([{ value: "go?" }]);
    expect(await agent.invoke(answer("right"), on("t"))).toMatchObject({
      log: ["a:right", "b:wrong", "c:right"],
    });
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts).toMatchObject([
      { decision: "accept", watch: { alarm: { stops: true, raised: 1, scores: [0.9, 0.1, 0.9] } } },
    ]);
    expect(run?.problems.map(({ problem }) => problem.code)).toEqual(["STOP_REFUSED"]);
  });
});

describe("a watched attempt that pauses", () => {
  it("is watched on in another process, and no step is scored again", async () => {
    const saver = new MemorySaver();
    const asked: number[] = [];
    const scorer: PrefixScorer = {
      fingerprint: byLastLine.fingerprint,
      score: (prefix) => {
        asked.push(prefix.steps.length);
        return byLastLine.score(prefix);
      },
    };
    const process = () =>
      watchedChain(
        { b: ({ note }) => (note === "" ? `b:wrong ${interrupt<string, string>("go?")}` : "b:right") },
        { watch: { ...lastLineWatch, scorer } },
        saver,
      );
    await process().agent.invoke({}, on("t"));
    const { agent, ran } = process();
    expect(await agent.invoke(answer("on"), on("t"))).toMatchObject({ log: right });
    expect(asked).toEqual([1, 2]);
    expect(ran.join("")).toBe("babc");
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts[0]?.watch?.alarm).toMatchObject({ scores: [0.9, 0.1], raised: 1 });
  });
});
