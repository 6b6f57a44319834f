import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { createTrajectoryMatchEvaluator, trajectorySubset } from "agentevals";
import { createLLMAsJudge, exactMatch, levenshteinDistance } from "openevals";
import { describe, expect, it } from "vitest";

import { finishedRun } from "../fixtures/finished-run.ts";
import { evaluatorVerifier } from "./evaluator-verifier.ts";

/** An answer, and what it should have been. */
const select = ({ output }: { output: unknown }) => ({ outputs: output, referenceOutputs: "42" });

/** In their shape, with these results. */
const giving = (results: unknown, passAt?: number) =>
  evaluatorVerifier(() => results, {
    fingerprint: "own-1",
    select: () => ({}),
    ...(passAt === undefined ? {} : { passAt }),
  })(finishedRun("any"));

describe("an evaluator of openevals", () => {
  it("compares: exactMatch", async () => {
    const verify = evaluatorVerifier(exactMatch, { fingerprint: "exact-1", select });
    expect(await verify(finishedRun("42"))).toEqual({ ok: true, score: 1 });
    expect(await verify(finishedRun("45"))).toEqual({ ok: false, score: 0, reason: "exact_match: false" });
  });

  it("measures: levenshteinDistance", async () => {
    const strict = evaluatorVerifier(levenshteinDistance, { fingerprint: "near-1", select, passAt: 0.9 });
    const lax = evaluatorVerifier(levenshteinDistance, { fingerprint: "near-1", select });
    expect(await lax(finishedRun("45"))).toEqual({ ok: true, score: 0.5 });
    expect(await strict(finishedRun("45"))).toEqual({
      ok: false,
      score: 0.5,
      reason: "levenshtein_distance: 0.5, less than 0.9",
    });
  });

  it("asks a model: createLLMAsJudge", async () => {
    const judge = new FakeListChatModel({
      responses: [
        JSON.stringify({ reasoning: "3 * 14 is 42", score: true }),
        JSON.stringify({ reasoning: "the product is wrong", score: false }),
      ],
    });
    const prompt = "Is {outputs} the answer to {inputs}?";
    const verify = evaluatorVerifier(createLLMAsJudge({ prompt, judge, feedbackKey: "correct" }), {
      fingerprint: "judge-1",
      select: ({ inputs, outputs }) => ({ inputs, outputs }),
    });
    expect(await verify(finishedRun("42"))).toEqual({ ok: true, score: 1 });
    expect(await verify(finishedRun("45"))).toEqual({
      ok: false,
      score: 0,
      reason: "correct: the product is wrong",
    });
  });
});

describe("an evaluator of agentevals", () => {
  const answered = (tool: string, args: object): BaseMessage[] => [
    new HumanMessage("What is the weather in Ulm?"),
    new AIMessage({ content: "", tool_calls: [{ id: "1", name: tool, args }] }),
    new ToolMessage({ content: "sunny", tool_call_id: "1" }),
    new AIMessage("It is sunny in Ulm."),
  ];
  const expected = answered("weather", { city: "Ulm" });
  const messages = ({ output }: { output: { messages: BaseMessage[] } | undefined }) => ({
    outputs: output?.messages ?? [],
    referenceOutputs: expected,
  });

  it("compares trajectories: createTrajectoryMatchEvaluator", async () => {
    const evaluator = createTrajectoryMatchEvaluator({ trajectoryMatchMode: "strict" });
    const verify = evaluatorVerifier(evaluator, { fingerprint: "match-1", select: messages });
    expect(await verify(finishedRun({ messages: expected }))).toEqual({ ok: true, score: 1 });
    expect(await verify(finishedRun({ messages: answered("weather", { city: "Bonn" }) }))).toEqual({
      ok: false,
      score: 0,
      reason: "trajectory_strict_match: false",
    });
  });

  it("compares trajectories: trajectorySubset", async () => {
    const verify = evaluatorVerifier(trajectorySubset, { fingerprint: "subset-1", select: messages });
    expect(await verify(finishedRun({ messages: expected }))).toEqual({ ok: true, score: 1 });
    expect(await verify(finishedRun({ messages: answered("stocks", {}) }))).toMatchObject({ ok: false });
  });
});

describe("an evaluator in their shape", () => {
  it.each([
    { score: true, passAt: undefined, ok: true },
    { score: 0.5, passAt: undefined, ok: true },
    { score: 0.49, passAt: undefined, ok: false },
    { score: 4, passAt: 3.5, ok: true },
    { score: 3, passAt: 3.5, ok: false },
    { score: true, passAt: 3.5, ok: true },
    { score: false, passAt: -1, ok: false },
  ])("passes with $score at $passAt: $ok", async ({ score, passAt, ok }) => {
    expect(await giving({ key: "quality", score }, passAt)).toMatchObject({ ok, score: Number(score) });
  });

  it("may give several results, which must all pass", async () => {
    const brief = { key: "brief", score: 0.9 };
    const polite = { key: "polite", score: 0.3, comment: "it swears" };
    expect(await giving([brief, { ...polite, score: 0.7 }])).toEqual({ ok: true, score: 0.7 });
    expect(await giving([brief, polite, { key: "true", score: false, comment: null }])).toEqual({
      ok: false,
      score: 0,
      reason: "polite: it swears\ntrue: false",
    });
  });

  it.each([undefined, "yes", [], { key: "a" }, { key: "a", score: null }, [{ key: "a", score: "1" }]])(
    "gives no verdict by %o",
    async (results) => {
      await expect(giving(results)).rejects.toMatchObject({ code: "VERIFIER_OUTPUT", received: results });
    },
  );

  it("gives its model the signal that ends with its time", async () => {
    const aborted: unknown[] = [];
    class Hanging extends FakeListChatModel {
      override _generate(_: BaseMessage[], options: this["ParsedCallOptions"]) {
        return new Promise<never>(() => {
          options.signal?.addEventListener("abort", () => aborted.push(options.signal?.reason));
        });
      }
    }
    const judge = new Hanging({ responses: ["any"] });
    const asks = async () => ({ key: "a", score: (await judge.invoke("well?")).text === "yes" });
    const verify = evaluatorVerifier(asks, { fingerprint: "hangs-1", select: () => ({}), timeout: 100 });
    await expect(verify(finishedRun("any"))).rejects.toMatchObject({ code: "VERIFIER_TIMEOUT" });
    expect(aborted).toEqual([expect.objectContaining({ code: "VERIFIER_TIMEOUT" })]);
  });
});

describe("what an evaluator is made a verifier of", () => {
  it("is in its fingerprint", () => {
    const { fingerprint } = evaluatorVerifier(exactMatch, { fingerprint: "exact-1", select });
    expect(fingerprint).toBe("evaluator:exact-1:0.5");
    expect(evaluatorVerifier(exactMatch, { fingerprint: "exact-1", select, passAt: 1 }).fingerprint).not.toBe(
      fingerprint,
    );
  });

  it.each([
    ["no evaluator", ["exact", { fingerprint: "a", select }], "INVALID_OPTION"],
    ["no name", [exactMatch, { select }], "INVALID_OPTION"],
    ["nothing selected", [exactMatch, { fingerprint: "a" }], "INVALID_OPTION"],
    ["a misspelt limit", [exactMatch, { fingerprint: "a", select, passat: 1 }], "UNKNOWN_OPTION"],
  ])("is refused with %s", (_, given, code) => {
    expect(() => Reflect.apply(evaluatorVerifier, undefined, given)).toThrow(
      expect.objectContaining({ code }),
    );
  });

  it("is refused with a limit that is no number", () => {
    expect(() => evaluatorVerifier(exactMatch, { fingerprint: "a", select, passAt: Number.NaN })).toThrow(
      RangeError,
    );
  });
});
