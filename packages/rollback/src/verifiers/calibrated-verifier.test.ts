import { calibrateVerifier, type LabelledVerdict } from "@langgraph-rollback/attribution";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { warningsOf } from "../fixtures/warnings-of.ts";
import { chainGraph, on } from "../fixtures/chain-graph.ts";
import { readHistory, withRollback } from "../index.ts";
import { judge } from "./judge.ts";
import { calibratedVerifier, namedVerifier, type LabelledResult } from "./index.ts";
import { runToJudge } from "./judge-runs.ts";

const run = (output: number): LabelledResult<string, number> => ({ input: "task", output, right: true });
const byOutput = namedVerifier<string, number>("by-output", ({ output = 0 }) => ({
  ok: output >= 0.5,
  score: output,
  reason: "looks odd",
}));
const nine: readonly LabelledVerdict[] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((score) => ({
  score,
  right: true,
}));
const calibration = calibrateVerifier(nine, { verifier: byOutput, epsilon: 0.2 });

describe("calibratedVerifier", () => {
  const verify = calibratedVerifier(byOutput, calibration);

  it.each([
    { output: 0.3, outcome: { ok: true, score: 0.3 } },
    { output: 0.2, outcome: { ok: true, score: 0.2 } },
    { output: 0.19, outcome: { ok: false, score: 0.19, reason: "looks odd" } },
  ])("uses the threshold instead of its own yes or no: $output", async ({ output, outcome }) => {
    expect(await judge(verify, runToJudge(run(output)))).toEqual({
      ...outcome,
      verifier: verify.fingerprint,
      scoredBy: "by-output",
    });
  });

  it("asks a later attempt to pass the verifier's own yes or no as well", async () => {
    const again = (output: number) => judge(verify, { ...runToJudge(run(output)), attempt: 2 });
    expect(await again(0.6)).toMatchObject({ ok: true });
    expect(await again(0.3)).toMatchObject({ ok: false, reason: "looks odd" });
    expect(await again(0.1)).toMatchObject({ ok: false });
  });

  describe("with retries of failed tasks", () => {
    const tasks = [0.6, 0.7, 0.65, 0.5, 0.3].map((score) => [
      { score, right: false },
      { score: 0.8, right: true },
    ]);
    const bounded = calibrateVerifier(nine, {
      verifier: byOutput,
      epsilon: 0.2,
      retries: { below: 0.2, maxRetries: 2, tasks, gamma: 0.2 },
    });
    const held = calibratedVerifier(byOutput, bounded);
    const judged = (attempt: number, output: number, by = held) =>
      judge(by, { ...runToJudge(run(output)), attempt });

    it("judges the first attempt by epsilon's threshold alone", async () => {
      expect(await judged(1, 0.2)).toMatchObject({ ok: true });
      expect(await judged(1, 0.19)).toMatchObject({ ok: false, reason: "looks odd" });
    });

    it("accepts a later one only above the k-th best score of the wrong retries", async () => {
      expect(held.acceptance).toMatchObject({ above: 0.7, k: 1, n: 5, retries: 2 });
      expect(await judged(2, 0.71)).toMatchObject({ ok: true });
      expect(await judged(2, 0.7)).toMatchObject({ ok: false });
      expect(await judged(3, 0.71)).toMatchObject({ ok: true });
    });

    it("accepts no attempt after the calibrated number of retries, and says so", async () => {
      expect(await judged(4, 0.9)).toMatchObject({
        ok: false,
        reason:
          "looks odd; no retry after the first 2 of a run is accepted, as the verifier is calibrated for no more",
      });
      const once = calibratedVerifier(byOutput, bounded, { retries: 1 });
      expect(await judged(3, 0.9, once)).toMatchObject({ ok: false });
    });

    it("holds a later attempt to epsilon's threshold, too, where wrong retries score below it", async () => {
      const low = tasks.map(() => [{ score: 0.05, right: false }]);
      const retries = { below: 0.2, maxRetries: 1, tasks: low, gamma: 0.2 };
      const lenient = calibratedVerifier(
        byOutput,
        calibrateVerifier(nine, { verifier: byOutput, epsilon: 0.2, retries }),
      );
      expect(await judged(2, 0.2, lenient)).toMatchObject({ ok: true });
      expect(await judged(2, 0.19, lenient)).toMatchObject({ ok: false });
    });

    it("accepts nothing after a failure with too few tasks, and warns of that", async () => {
      const warnings = await warningsOf(async () => {
        const never = calibratedVerifier(byOutput, bounded, { gamma: 0.1 });
        expect(await judged(2, 1, never)).toMatchObject({ ok: false });
      });
      expect(warnings).toEqual([
        expect.objectContaining({
          code: "RETRIES_NEVER_ACCEPTED",
          message:
            "The calibrated verifier: No result is accepted after a failure, as 5 tasks were retried, and gamma 0.1 needs 9.",
        }),
      ]);
    });

    it("is another verifier with another threshold of retries, and with another number of them", () => {
      const fingerprints = [
        verify,
        held,
        calibratedVerifier(byOutput, bounded, { gamma: 0.4 }),
        calibratedVerifier(byOutput, bounded, { retries: 1 }),
      ].map(({ fingerprint }) => fingerprint);
      expect(new Set(fingerprints).size).toBe(4);
    });

    it.each([
      [
        "another epsilon",
        bounded,
        { epsilon: 0.1 },
        /`epsilon` to be one that rejects below 0\.2, .* not below 0\.1/,
      ],
      ["gamma without retries", calibration, { gamma: 0.1 }, /`gamma` to be left out/],
      ["a number of retries without retries", calibration, { retries: 1 }, /`retries` to be left out/],
      ["more retries than were made", bounded, { retries: 3 }, /`retries` to be a whole number from 1 to 2/],
    ])("refuses %s", (_, given, options, message) => {
      expect(() => calibratedVerifier(byOutput, given, options)).toThrow(message);
    });
  });

  it("takes another epsilon, and is another verifier then", async () => {
    const lenient = calibratedVerifier(byOutput, calibration, { epsilon: 0.1 });
    expect(await judge(lenient, runToJudge(run(0.19)))).toMatchObject({ ok: true });
    expect(lenient.rejection().below).toBe(0.1);
    expect(lenient.fingerprint).not.toBe(verify.fingerprint);
    expect(calibratedVerifier(byOutput, calibration).fingerprint).toBe(verify.fingerprint);
  });

  it("gives a reason where the verifier itself was content", async () => {
    const content = namedVerifier<string, number>("content", ({ output = 0 }) => ({
      ok: true,
      score: output,
    }));
    const strict = calibratedVerifier(content, calibrateVerifier(nine, { verifier: content, epsilon: 0.2 }));
    expect(await judge(strict, runToJudge(run(0.125)))).toMatchObject({
      ok: false,
      reason: "its score is 0.125, below 0.2",
    });
  });

  it("calibrates a verifier that says only yes or no by how often it rejects right runs", async () => {
    const harsh = namedVerifier<string, number>("harsh", ({ output = 0 }) => output > 0.5);
    const said = (wrongly: number): readonly LabelledVerdict[] =>
      Array.from({ length: 99 }, (_, index) => ({ score: Number(index >= wrongly), right: true }));
    const judged = async (wrongly: number) => {
      const calibrated = calibrateVerifier(said(wrongly), { verifier: harsh, epsilon: 0.05 });
      return judge(calibratedVerifier(harsh, calibrated), runToJudge(run(0.1)));
    };
    expect(await judged(4)).toMatchObject({ ok: false });
    expect(await judged(5)).toMatchObject({ ok: true });
  });

  it("rejects no run where too few are labelled, and warns of that", async () => {
    const warnings = await warningsOf(async () => {
      const idle = calibratedVerifier(byOutput, calibration, { epsilon: 0.01 });
      for (const attempt of [1, 2])
        expect(await judge(idle, { ...runToJudge(run(-1000)), attempt })).toMatchObject({ ok: true });
    });
    expect(warnings).toEqual([
      expect.objectContaining({
        code: "VERIFIER_NEVER_REJECTS",
        message:
          "The calibrated verifier: No run is rejected, as 9 right runs are labelled, and epsilon 0.01 needs 99.",
      }),
    ]);
  });

  it("holds each group to its own threshold", async () => {
    const grouped = nine.flatMap((verdict) => [
      { ...verdict, group: "easy" },
      { ...verdict, score: verdict.score - 1, group: "hard" },
    ]);
    const apart = calibrateVerifier(grouped, { verifier: byOutput, epsilon: 0.2, groups: true });
    expect(() => calibratedVerifier(byOutput, apart)).toThrow(/`group`/);
    const byTask = calibratedVerifier(byOutput, apart, { group: ({ input }) => input });
    const ask = (input: string, output: number) => judge(byTask, runToJudge({ ...run(output), input }));
    expect(await ask("hard", 0)).toMatchObject({ ok: true });
    expect(await ask("easy", 0)).toMatchObject({ ok: false });
    expect(await ask("never seen", -5)).toMatchObject({ ok: true });
  });

  it.each([
    ["another verifier", namedVerifier("other", () => true), /"by-output", not from "other"/],
    ["one without a fingerprint", () => true, /without a fingerprint. Give it one with `namedVerifier`/],
  ])("refuses %s", (_, verifier, message) => {
    expect(() => calibratedVerifier(verifier, calibration)).toThrow(message);
    expect(() => calibratedVerifier(verifier, calibration)).toThrow(
      expect.objectContaining({ code: "VERIFIER_MISMATCH" }),
    );
  });
});

it("is named in the record of each attempt, with the verifier whose score it is", async () => {
  const judged = namedVerifier<unknown, { log: string[] }>("by-length", ({ output, attempt }) => ({
    ok: true,
    score: attempt === 1 ? 0 : (output?.log.length ?? 0),
  }));
  const verify = calibratedVerifier(judged, calibrateVerifier(nine, { verifier: judged, epsilon: 0.2 }));
  const { builder } = chainGraph();
  const graph = withRollback(builder.compile({ checkpointer: new MemorySaver() }), { verify });
  await graph.invoke({}, on("t"));
  const [{ attempts, status } = { attempts: [], status: "none" }] = await readHistory(graph, on("t"));
  expect(status).toBe("recovered");
  const by = { verifier: verify.fingerprint, scoredBy: "by-length" };
  expect(attempts.map(({ outcome }) => outcome)).toEqual([
    { ok: false, score: 0, reason: "its score is 0, below 0.2", ...by },
    { ok: true, score: 3, ...by },
  ]);
});
