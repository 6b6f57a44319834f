import { appendFileSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { type ChainStep, nothingWrong, on, untilTold } from "./fixtures/chain-graph.ts";
import {
  chainOfSteps,
  erring,
  ERRING,
  fail,
  failUntil,
  inForce,
  learntOnce,
  recordsOn,
  STEPS,
  untilToldOn,
} from "./fixtures/erring-agent.ts";
import { calibratedAt } from "./fixtures/labelled-failures.ts";
import { readLearning, rollbackGraph, settleLearning } from "./index.ts";
import type { Policy } from "./policies/index.ts";

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
    const { agent, failed } = await learntOnce();
    const state = await inForce(agent);
    expect(state?.failures).toBeGreaterThanOrEqual(20);
    expect(state?.version.cap).toBe("lifted");
    await fail(agent, 1, failed);
    const [record] = await recordsOn(agent, `t-${failed}`);
    expect(record?.recovery?.learnt).toMatchObject({ version: state?.version.id, cap: "lifted" });
    expect(record?.rewind?.policy).toBe("least-cost");
    expect(record?.rewind?.drawn).toBeUndefined();
    expect(record?.rewind?.reason).toContain("learnt from outcomes, without labels");
    // The next version has learnt from what this one has drawn.
    await fail(agent, 31 - failed, failed + 1);
    const [next] = await recordsOn(agent, "t-31");
    expect(next?.recovery?.learnt?.version).not.toBe(state?.version.id);
    expect(next?.rewind?.step).toBe(ERRING);
  });

  it("goes no later than runs have been recovered from, but for a quarter of the runs, which tests that", async () => {
    const latest: (number | undefined)[] = [];
    const asked: Policy = {
      name: "asked",
      decide: (context) => {
        latest.push(context.latest);
        return { kind: "roll-back", start: 0, reason: "A restart." };
      },
    };
    // Further versions would take longer than the runs.
    const { agent, failed } = await learntOnce({ learn: { background: false }, options: { policy: asked } });
    const share = (await inForce(agent))?.version.latest ?? 0;
    expect(share).toBe(ERRING / STEPS);
    for (let at = failed; at < failed + 40; at += 1) await agent.invoke({}, on(`t-${at}`));
    expect(new Set(latest)).toEqual(new Set([ERRING, ERRING + 2]));
    const tests = latest.filter((each) => each === ERRING + 2).length;
    expect(Math.abs(tests / 40 - 0.25)).toBeLessThan(4 * Math.sqrt((0.25 * 0.75) / 40));
  });

  it("promises recovery from its own runs, once a version has enough of them", async () => {
    const { agent, failed: learnt } = await learntOnce();
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

  it("counts a run whose retry nobody could judge as one that was not recovered", async () => {
    const { agent, checkpointer } = erring({
      options: {
        verify: ({ attempt }) => {
          if (attempt > 1) throw new Error("The judge is down.");
          return false;
        },
      },
    });
    await fail(agent, 1);
    const [learnt] = await readLearning(checkpointer);
    expect(learnt?.failures).toBe(2);
    const kept: unknown[] = [];
    for await (const { checkpoint } of checkpointer.list({
      configurable: { checkpoint_ns: "langgraph-rollback-learning" },
    }))
      kept.push(...Object.values(checkpoint.channel_values));
    expect(kept.map((entry) => Reflect.get(Object(entry), "recoveredBy"))).toEqual([undefined, undefined]);
    expect(kept).toContainEqual(
      expect.objectContaining({
        attempts: [expect.objectContaining({ tried: [expect.objectContaining({ status: "inconclusive" })] })],
      }),
    );
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
