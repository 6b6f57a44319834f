import { interrupt, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, untilTold, type ChainStep } from "../fixtures/chain-graph.ts";
import { toStep } from "../fixtures/acting-graph.ts";
import { namedVerifier } from "../verifiers/index.ts";
import { pilotRuns, type PilotedRun } from "./index.ts";
import type { PilotOptions } from "./judged-attempts.ts";

type Log = { log: string[] };
type Options = PilotOptions<unknown, Log>;

const task = { id: "task-1", input: {} };
const truth: Options["truth"] = (run) => nothingWrong(run);

async function piloted(
  steps: Partial<Record<"a" | "b" | "c", ChainStep>>,
  options: Partial<Options> = {},
): Promise<PilotedRun> {
  const { builder } = chainGraph(steps);
  const runs: PilotedRun[] = [];
  const given = { verify: nothingWrong, truth, noteChannel: "note", ...options };
  for await (const run of pilotRuns(builder.compile(), [task], given)) runs.push(run);
  return runs[0] ?? expect.fail("Expected a run.");
}

describe("pilotRuns", () => {
  it("tells of a task that is right at first", async () => {
    expect(await piloted({})).toEqual({
      status: "done",
      task: "task-1",
      result: { right: true, rejected: false, rightAfter: true, steps: 3, stepsRedone: 0 },
    });
  });

  it("tells of a wrong task that is recovered, with the steps that this took", async () => {
    const run = await piloted({ b: untilTold("b") }, { policy: toStep(1) });
    expect(run).toMatchObject({
      result: { right: false, rejected: true, rightAfter: true, steps: 3, stepsRedone: 2 },
    });
  });

  it("tells of a right task that a wrong verifier has spoilt", async () => {
    const spoils: ChainStep = ({ note }) => (note === "" ? "c:right" : "c:wrong");
    const verify = namedVerifier<unknown, Log>("hasty", ({ attempt }) => ({
      ok: attempt > 1,
      score: attempt,
    }));
    const run = await piloted({ c: spoils }, { verify, policy: toStep(2) });
    expect(run).toMatchObject({
      result: { right: true, score: 1, rejected: true, rightAfter: false, stepsRedone: 1 },
    });
  });

  it("counts what every attempt has cost where none is right, and an exception as wrong", async () => {
    const wrong = await piloted({ b: alwaysWrong("b") }, { maxRollbacks: 2, policy: toStep(0) });
    expect(wrong).toMatchObject({ result: { right: false, rightAfter: false, steps: 3, stepsRedone: 6 } });
    const throws: ChainStep = () => {
      throw new Error("broke");
    };
    const threw = await piloted({ b: throws }, { maxRollbacks: 1, policy: toStep(1) });
    expect(threw).toMatchObject({ result: { right: false, rejected: true, rightAfter: false } });
  });

  it("counts what the verdicts on all attempts have cost, in money where each model has a price", async () => {
    const cost = { tokens: [{ model: "judge", input: 900, output: 100 }] };
    const verify: Options["verify"] = (run) => ({ ok: nothingWrong(run) === true, cost });
    const rollback = { policy: toStep(1), verify };
    const recovered = await piloted({ b: untilTold("b") }, rollback);
    expect(recovered).toMatchObject({ result: { rightAfter: true, verdictTokens: 2000 } });
    expect(recovered).not.toHaveProperty("result.verdictMoney");
    const right = await piloted({}, rollback);
    expect(right).toMatchObject({ result: { rejected: false, verdictTokens: 1000 } });
    const prices = { judge: { input: 1000, output: 10_000 } };
    const priced = await piloted(
      { b: untilTold("b") },
      { ...rollback, budget: { money: { amount: 100, prices } } },
    );
    // A verdict costs 900 * 1000 / 1e6 + 100 * 10,000 / 1e6 = 1.9.
    expect(priced).toMatchObject({ result: { verdictTokens: 2000, verdictMoney: 3.8 } });
    const unpriced = await piloted({}, { ...rollback, budget: { money: { amount: 100, prices: {} } } });
    expect(unpriced).not.toHaveProperty("result.verdictMoney");
  });

  it("leaves out a task of which nobody knows what is true, and what waits for a human", async () => {
    const unknown = await piloted({}, { truth: () => Promise.reject(new Error("no answer stored")) });
    expect(unknown).toEqual({
      status: "left-out",
      task: "task-1",
      why: "truth-failed",
      detail: "no answer stored",
    });
    const asks: ChainStep = () => String(interrupt("which?"));
    expect(await piloted({ b: asks })).toMatchObject({ status: "left-out", why: "paused" });
    const verify = () => Promise.reject(new Error("down"));
    expect(await piloted({}, { verify })).toMatchObject({ status: "left-out", why: "unjudged" });
  });

  it("does not touch the graph's checkpointer", async () => {
    const checkpointer = new MemorySaver();
    const graph = chainGraph().builder.compile({ checkpointer });
    for await (const { status } of pilotRuns(graph, [task], { verify: nothingWrong, truth }))
      expect(status).toBe("done");
    expect(Object.keys(checkpointer.storage)).toEqual([]);
  });
});
