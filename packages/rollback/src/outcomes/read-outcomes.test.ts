import { MemorySaver } from "@langchain/langgraph";
import { fitOutcomeScorer } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import { plainTrajectory, readHistory, readOutcomes, readTrajectory, withRollback } from "../index.ts";
import { retryOf } from "./read-outcomes.ts";

/** Threads on one checkpointer: a run that passes at once, one that recovers, one that does not. */
async function runs() {
  const checkpointer = new MemorySaver();
  const calibration = await calibratedAt(1);
  const open = (steps: Parameters<typeof chainGraph>[0] = {}) =>
    withRollback(chainGraph(steps).builder.compile({ checkpointer }), {
      verify: nothingWrong,
      calibration,
      maxRollbacks: 2,
      noteChannel: "note",
    });
  await open().invoke({}, on("right"));
  await open({ b: untilTold("b") }).invoke({}, on("recovers"));
  await open({ c: alwaysWrong("c") }).invoke({}, on("fails"));
  return checkpointer;
}

describe("readOutcomes", () => {
  it("counts each retry for the attempt that it rewound, with that attempt's own steps", async () => {
    const checkpointer = await runs();
    const evidence = await readOutcomes(checkpointer, { threads: ["fails"] });
    expect(evidence.map(({ tried }) => tried)).toEqual([
      [{ start: 1, kind: "retry", status: "rejected" }],
      [{ start: 0, kind: "retry", status: "rejected" }],
    ]);
    const [run] = await readHistory(checkpointer, on("fails"));
    for (const [at, { trajectory }] of evidence.entries()) {
      const own = await readTrajectory(checkpointer, on("fails", run?.attempts[at]?.head));
      expect(trajectory).toEqual(plainTrajectory(own));
    }
    expect(evidence[0]?.trajectory.id).not.toBe(evidence[1]?.trajectory.id);
  });

  it("reads all threads, and says what was accepted: runs that passed at once say nothing", async () => {
    const evidence = await readOutcomes(await runs());
    expect(evidence).toHaveLength(3);
    const accepted = evidence.filter(({ tried }) => tried.some(({ status }) => status === "accepted"));
    expect(accepted).toMatchObject([{ tried: [{ start: 1, kind: "retry" }] }]);
    expect(accepted[0]?.trajectory.id).toMatch(/^recovers:/);
  });

  it("is what fitOutcomeScorer takes", async () => {
    const { model } = fitOutcomeScorer(await readOutcomes(await runs()));
    expect(model).toMatchObject({ learntFrom: { failures: 3, retries: 3, replays: 0, labels: 0 } });
  });
});

describe("the retry of an attempt", () => {
  it("has no verdict where its verifier failed, and is none where it has not ended", async () => {
    const [run] = await readHistory(await runs(), on("recovers"));
    const [failed, retried] = run?.attempts ?? [];
    if (failed === undefined || retried === undefined) throw new Error("Expected two attempts.");
    const { outcome: _, ...unjudged } = retried;
    expect(retryOf(failed, unjudged)).toEqual({ start: 1, kind: "retry", status: "inconclusive" });
    expect(retryOf(failed, undefined)).toBeUndefined();
    expect(retryOf(retried, undefined)).toBeUndefined();
  });
});
