import {
  acceptanceOf,
  calibrateVerifier,
  type LabelledVerdict,
  type RetriedTasks,
} from "@langgraph-rollback/attribution";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { toStep } from "../fixtures/acting-graph.ts";
import { chainGraph, on, type ChainStep } from "../fixtures/chain-graph.ts";
import { readHistory, withRollback } from "../index.ts";
import { calibratedVerifier, namedVerifier } from "../verifiers/index.ts";
import type { Verdict, VerifierRun } from "../verifiers/verifier.ts";
import { collectRetries } from "./index.ts";
import type { CollectOptions } from "./collect-retries.ts";

type Log = { log: string[] };
type Run = VerifierRun<unknown, Log>;

const nine: readonly LabelledVerdict[] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((score) => ({
  score,
  right: true,
}));

/** An agent whose attempts have these results: "0.3:wrong" is wrong, and its judge scores it .3. It keeps the notes that it got. */
function scripted(results: readonly string[], verdict: (score: number) => Verdict) {
  const notes: string[] = [];
  const a: ChainStep = ({ note }) => {
    notes.push(note);
    const result = results[notes.length - 1] ?? "0:wrong";
    if (result === "throws") throw new Error("broke");
    return result;
  };
  const judge = namedVerifier("scripted", ({ output }: Run) =>
    verdict(Number.parseFloat(output?.log[0] ?? "")),
  );
  return { graph: chainGraph({ a }).builder.compile({ checkpointer: new MemorySaver() }), judge, notes };
}
const content = (score: number): Verdict => ({ ok: true, score });
const critical = (score: number): Verdict => ({ ok: score > 0.85, score, reason: `looks like ${score}` });
const truth = ({ output }: Run): boolean => output?.log[0]?.endsWith("right") === true;

const calibrationOf = (retries?: RetriedTasks) =>
  calibrateVerifier(nine, {
    verifier: "scripted",
    epsilon: 0.2,
    ...(retries === undefined ? {} : { retries }),
  });

async function collected(
  results: readonly string[],
  { says = content, ...options }: Partial<CollectOptions<unknown, Log>> & { says?: typeof content } = {},
) {
  const { graph, judge, notes } = scripted(results, says);
  const retried = await collectRetries(graph, [{ id: "task-1", input: {} }], {
    verify: judge,
    verifierCalibration: calibrationOf(),
    truth,
    retries: 3,
    noteChannel: "note",
    policy: toStep(0),
    ...options,
  });
  return { retried, notes };
}

describe("collectRetries", () => {
  it("makes all retries of a wrong and rejected attempt as if each was rejected, and gives their scores and truth", async () => {
    const { retried } = await collected(["0.1:wrong", "0.9:wrong", "0.95:right", "0.3:wrong"]);
    expect(retried).toEqual({
      below: 0.2,
      maxRetries: 3,
      tasks: [
        [
          { score: 0.9, right: false },
          { score: 0.95, right: true },
          { score: 0.3, right: false },
        ],
      ],
      right: 0,
      accepted: 0,
      leftOut: [],
    });
  });

  it.each([
    ["right and rejected", "0.1:right", { right: 1, accepted: 0 }],
    ["right", "0.9:right", { right: 1, accepted: 0 }],
    ["wrong and accepted", "0.2:wrong", { right: 0, accepted: 1 }],
  ])("retries no task whose first attempt is %s", async (_, first, counts) => {
    const { notes, retried } = await collected([first]);
    expect(retried).toMatchObject({ tasks: [], ...counts });
    expect(notes).toHaveLength(1);
  });

  it("counts an attempt that threw as wrong and rejected, and gives no score of it", async () => {
    const { retried } = await collected(["throws", "throws", "0.9:right"], { retries: 2 });
    expect(retried.tasks).toEqual([[{ right: false }, { score: 0.9, right: true }]]);
  });

  it("has fewer retries where the run is given up, as yours would be", async () => {
    const { retried } = await collected(["0.1:wrong", "0.1:wrong", "0.1:wrong"], { stopOnSameFailure: true });
    expect(retried.tasks).toEqual([[{ score: 0.1, right: false }]]);
  });

  it("leaves out a task of which nobody knows what is true", async () => {
    const { retried } = await collected(["0.1:wrong"], { truth: () => Promise.reject(new Error("unknown")) });
    expect(retried).toMatchObject({
      tasks: [],
      leftOut: [{ task: "task-1", why: "truth-failed", detail: "unknown" }],
    });
  });

  it("refuses another verifier, groups, a calibration that rejects nothing, and a bad number of retries", async () => {
    const refused = async (options: Parameters<typeof collected>[1], message: RegExp) =>
      expect(collected([], options)).rejects.toThrow(message);
    await refused({ verify: namedVerifier("other", () => true) }, /"scripted", not from "other"/);
    const grouped = nine.map((verdict) => ({ ...verdict, group: "a" }));
    const verifierCalibration = calibrateVerifier(grouped, { verifier: "scripted", groups: true });
    await refused({ verifierCalibration }, /no groups/);
    await refused({ epsilon: 0.01 }, /rejects runs \(No run is rejected/);
    await refused({ retries: 0 }, /`retries`/);
  });
});

describe("what a run does after a rejected retry", () => {
  const results = ["0.1:wrong", "0.3:wrong", "0.6:wrong", "0.8:wrong", "0.95:right"];
  const retries = 4;
  /** The best wrong scores of 19 tasks; gamma .05 gives the highest for threshold. */
  const withThreshold = (above: number): RetriedTasks => ({
    below: 0.2,
    maxRetries: retries,
    tasks: Array.from({ length: 19 }, () => [{ score: above, right: false }]),
  });

  async function live(above: number, says: (score: number) => Verdict) {
    const { graph, judge, notes } = scripted(results, says);
    const verify = calibratedVerifier(judge, calibrationOf(withThreshold(above)), { gamma: 0.05 });
    expect(verify.acceptance?.above).toBe(above);
    const options = { verify, maxRollbacks: retries, noteChannel: "note", policy: toStep(0) };
    const guarded = withRollback(graph, options);
    await guarded.invoke({}, on("t"));
    const [run] = await readHistory(guarded, on("t"));
    const reasons = run?.attempts.map(({ outcome }) => outcome?.reason) ?? [];
    return { notes, reasons, status: run?.status };
  }

  it.each([
    ["gives no reasons", content],
    ["gives reasons", critical],
  ])("does not depend on the threshold of retries, with a judge that %s", async (_, says) => {
    const forced = await collected(results, { says, retries });
    const strictest = await live(1, says);
    expect(forced.notes).toHaveLength(5);
    expect(strictest).toMatchObject({ status: "gave-up", notes: forced.notes });
    for (const [above, attempts] of [
      [0.25, 2],
      [0.5, 3],
      [0.6, 4],
      [0.9, 5],
    ] as const) {
      const run = await live(above, says);
      expect(run).toMatchObject({ status: "recovered", notes: forced.notes.slice(0, attempts) });
      expect(run.reasons).toEqual([...strictest.reasons.slice(0, attempts - 1), undefined]);
    }
  });

  it("is calibrated by the retries that were made so", async () => {
    const { retried } = await collected(results, { retries });
    const tasks = Array.from({ length: 19 }, () => retried.tasks).flat();
    const calibration = calibrationOf({ ...retried, tasks });
    expect(acceptanceOf(calibration, { gamma: 0.05 })).toMatchObject({ above: 0.8, n: 19, retries: 4 });
    expect(calibration.retries).not.toHaveProperty("leftOut");
  });
});
