import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { nothingWrong, on } from "./fixtures/chain-graph.ts";
import {
  chainOfSteps,
  erring,
  ERRING,
  fail,
  inForce,
  recordsOn,
  untilToldOn,
} from "./fixtures/erring-agent.ts";
import { warningsOf } from "./fixtures/warnings-of.ts";
import { learn, readLearning, settleLearning, withRollback } from "./index.ts";

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
