import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import {
  alwaysWrong,
  chainGraph,
  nothingWrong,
  on,
  throwsUntilTold,
  untilTold,
} from "../fixtures/chain-graph.ts";
import { byLastLine } from "../fixtures/scored-alarm.ts";
import { lastLineWatch, watchedChain } from "../fixtures/watched-chain.ts";
import { readHistory, withRollback } from "../index.ts";
import type { PrefixScorer } from "../setup/watch-options.ts";

const right = ["a:right", "b:right", "c:right"];

/** Scores like the others, and counts what it is asked. `wait`: before the score of that many steps. */
function countingScorer(wait: (steps: number) => Promise<unknown> = async () => {}) {
  const asked: number[] = [];
  const scorer: PrefixScorer = {
    fingerprint: byLastLine.fingerprint,
    score: async (prefix) => {
      asked.push(prefix.steps.length);
      await wait(prefix.steps.length);
      return byLastLine.score(prefix);
    },
  };
  return { asked, scorer };
}

describe("a first attempt that raises the alarm", () => {
  it("is stopped before its next step, and rolled back", async () => {
    const { agent, ran } = watchedChain({ b: untilTold("b") });
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: right });
    // The first c never ran.
    expect(ran.join("")).toBe("ababc");
    const [run] = await readHistory(agent, on("t"));
    const [first, second] = run?.attempts ?? [];
    expect(first?.outcome).toMatchObject({
      ok: false,
      early: { by: "alarm", step: 1 },
      error: { name: "StoppedEarlyError" },
    });
    expect(first?.outcome?.reason).toContain("Stopped after step 2: the alarm");
    expect(first?.note).toContain("Stopped after step 2: the alarm");
    expect(first?.watch?.alarm).toMatchObject({
      stops: true,
      scorer: "last-line-1",
      scores: [0.9, 0.1],
      raised: 1,
    });
    expect(first?.watch?.alarm?.alarms).toHaveLength(2);
    expect(first?.watch?.alarm?.reason).toContain("of right runs at most 10 % ever are");
    // The bound speaks of first attempts.
    expect(second?.watch).toBeUndefined();
    expect(second?.outcome?.ok).toBe(true);
  });

  it("is stopped once: the retry may be as bad, and is judged at its end", async () => {
    const { agent, ran } = watchedChain({ b: alwaysWrong("b") }, { maxRollbacks: 1 });
    await agent.invoke({}, on("t"));
    expect(ran.join("")).toBe("ababc");
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts.map(({ outcome }) => outcome?.reason)).toEqual([
      expect.stringContaining("Stopped after step 2"),
      "something is wrong",
    ]);
  });

  it("has no result: where the retry throws, that exception is thrown", async () => {
    const broken = new RangeError("the retry broke");
    let times = 0;
    const b = (): string => {
      times += 1;
      if (times > 1) throw broken;
      return "b:wrong";
    };
    const { agent } = watchedChain({ b }, { maxRollbacks: 1 });
    await expect(agent.invoke({}, on("t"))).rejects.toBe(broken);
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts.at(-1)?.stands).toBeUndefined();
    expect(run?.reason).toContain("attempt 2 is thrown, as it is the only one that came to its end.");
  });

  it("is not stopped after its last step", async () => {
    const { agent, ran } = watchedChain({ c: untilTold("c") });
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: right });
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts[0]?.outcome).toEqual({ ok: false, reason: "something is wrong" });
    expect(run?.attempts[0]?.watch?.alarm).toMatchObject({ scores: [0.9, 0.9, 0.1] });
    expect(run?.attempts[0]?.watch?.alarm?.raised).toBeUndefined();
    expect(ran.join("")).toBe("abcabc");
  });

  it("is accepted if it is never above, with its course in the history", async () => {
    const { agent } = watchedChain({});
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: right });
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts).toMatchObject([
      { decision: "accept", watch: { alarm: { stops: true, scores: [0.9, 0.9, 0.9] } } },
    ]);
  });

  it("fails as it does, if its step throws", async () => {
    const { agent } = watchedChain({ b: throwsUntilTold("b") });
    await agent.invoke({}, on("t"));
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts[0]?.outcome?.error).toEqual({ name: "RangeError", message: "b broke" });
    expect(run?.attempts[0]?.watch?.alarm?.scores).toEqual([0.9]);
  });

  it("has a set that promises nothing exact, and another procedure", async () => {
    const { agent } = watchedChain({ b: untilTold("b") });
    await agent.invoke({}, on("t"));
    const bare = withRollback(
      chainGraph({ b: untilTold("b") }).builder.compile({ checkpointer: new MemorySaver() }),
      {
        verify: nothingWrong,
        noteChannel: "note",
      },
    );
    await bare.invoke({}, on("t"));
    const [watched, other] = [await readHistory(agent, on("t")), await readHistory(bare, on("t"))];
    const procedures = [watched, other].map(([run]) => run?.attempts[0]?.recovery?.procedure);
    expect(new Set(procedures).size).toBe(2);
  });
});

describe("a score that comes late", () => {
  it("ends the run in the middle of a step, whose task is left", async () => {
    let begun = (): void => {};
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let left = (): void => {};
    const isLeft = new Promise<void>((resolve) => {
      left = resolve;
    });
    const { scorer } = countingScorer(async (steps) => (steps === 2 ? isBegun : undefined));
    const { agent, ran } = watchedChain(
      {
        b: untilTold("b"),
        c: async ({ note }) => {
          if (note !== "") return "c:right";
          begun();
          await isLeft;
          return "c:too late";
        },
      },
      { watch: { ...lastLineWatch, scorer, waitMs: 0 } },
    );
    const { log } = await agent.invoke({}, on("t"));
    left();
    expect(log).toEqual(right);
    expect(ran.join("")).toBe("abcabc");
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts[0]?.outcome?.early).toMatchObject({ by: "alarm", step: 1 });
  });

  it("after the end stops nothing, and is asked to stop itself", async () => {
    const never = new Promise(() => {});
    let signal: AbortSignal | undefined;
    const scorer: PrefixScorer = {
      fingerprint: byLastLine.fingerprint,
      score: async (prefix) => {
        signal = prefix.signal;
        if (prefix.steps.length === 2) await never;
        return 0.9;
      },
    };
    const { agent } = watchedChain({}, { watch: { ...lastLineWatch, scorer, waitMs: 0 } });
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: right });
    expect(signal?.aborted).toBe(true);
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts[0]?.watch?.alarm?.scores).toEqual([0.9]);
  });
});

describe("a run that alarms cannot stop", () => {
  it("is one that is only observed", async () => {
    const { agent, ran } = watchedChain({ b: untilTold("b") }, { mode: "observe" });
    const { log } = await agent.invoke({}, on("t"));
    expect(log).toEqual(["a:right", "b:wrong", "c:right"]);
    expect(ran.join("")).toBe("abc");
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts[0]?.watch?.alarm).toMatchObject({
      stops: false,
      scores: [0.9, 0.1, 0.9],
      raised: 1,
    });
    expect(run?.attempts[0]?.outcome?.early).toBeUndefined();
  });

  it("is one that the coin lets go on, whatever its steps are", async () => {
    const { agent, ran } = watchedChain({ b: untilTold("b") }, { watch: { ...lastLineWatch, audit: 1 } });
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: right });
    expect(ran.join("")).toBe("abcabc");
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts[0]?.watch?.alarm).toMatchObject({ stops: false, raised: 1 });
  });

  it("is one whose scores nothing is calibrated for", async () => {
    const { agent } = watchedChain({ b: untilTold("b") }, { watch: { scorer: byLastLine, waitMs: 60_000 } });
    await agent.invoke({}, on("t"));
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts[0]?.watch?.alarm).toMatchObject({ scorer: "last-line-1", scores: [0.9, 0.1, 0.9] });
    expect(run?.attempts[0]?.watch?.alarm).not.toHaveProperty("alarms");
    expect(run?.attempts[0]?.watch?.alarm?.raised).toBeUndefined();
  });
});

describe("a scorer that fails", () => {
  it.each([
    ["throws", () => Promise.reject(new Error("no answer")), "no answer"],
    ["gives no probability", () => Promise.resolve(7), "in [0, 1], got 7"],
  ])("is a problem of the run, which goes on unwatched: it %s", async (_, score, message) => {
    const scorer: PrefixScorer = {
      fingerprint: byLastLine.fingerprint,
      score: (prefix) => (prefix.steps.length === 2 ? score() : byLastLine.score(prefix)),
    };
    const { agent, problems } = watchedChain({}, { watch: { ...lastLineWatch, scorer } });
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: right });
    expect(problems()).toEqual(["WATCH_FAILED"]);
    const [run] = await readHistory(agent, on("t"));
    expect(run?.problems[0]?.problem.message).toContain(message);
    expect(run?.attempts[0]?.watch?.alarm?.scores).toEqual([0.9]);
  });

  it("is refused before any run, where it is not the alarm's", () => {
    const scorer = { ...byLastLine, fingerprint: "other" };
    expect(() => watchedChain({}, { watch: { ...lastLineWatch, scorer } })).toThrow(
      expect.objectContaining({ code: "CALIBRATION_MISMATCH" }),
    );
    expect(() => watchedChain({}, { watch: { alarm: lastLineWatch.alarm } })).toThrow(
      expect.objectContaining({ code: "SCORER_MISSING" }),
    );
    expect(() => watchedChain({}, { watch: { ...lastLineWatch, audit: 0 } })).toThrow(RangeError);
  });
});

describe("an alarm in a file", () => {
  it("stops no run as long as the file is missing, and says so once", async () => {
    const { builder } = chainGraph({ b: untilTold("b") });
    const agent = withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
      verify: nothingWrong,
      noteChannel: "note",
      watch: { ...lastLineWatch, alarm: "no-such-alarm.json" },
    });
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: right });
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts[0]?.outcome?.reason).toBe("something is wrong");
  });
});

describe("a checkpointer that is slow to store", () => {
  it("has stored the steps of a stopped attempt before it is rolled back", async () => {
    const saver = new MemorySaver();
    const put = saver.put.bind(saver);
    saver.put = async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return put(...args);
    };
    const { agent, problems, ran } = watchedChain({ b: untilTold("b") }, {}, saver);
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: right });
    expect(ran.join("")).toBe("ababc");
    expect(problems()).toEqual([]);
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts.map(({ spent }) => spent?.steps)).toEqual([2, undefined]);
    expect((await agent.getState(on("t"))).next).toEqual([]);
  });
});
