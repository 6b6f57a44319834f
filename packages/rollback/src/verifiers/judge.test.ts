import { describe, expect, it, vi } from "vitest";
import { VerifierError, VerifierOutputError } from "../errors/index.ts";
import { judge, verifierOf } from "./judge.ts";
import type { VerifierRun } from "./verifier.ts";

const run = (parts: Partial<VerifierRun> = {}): VerifierRun => ({
  input: "in",
  inputs: "in",
  output: "out",
  outputs: "out",
  threadId: "t",
  attempt: 1,
  trajectory: () => Promise.reject(new Error("not needed here")),
  readStep: () => Promise.reject(new Error("not needed here")),
  ...parts,
});

/** Judges by a verifier that no type checker has seen. */
const judged = (verdict: unknown) => judge(vi.fn().mockReturnValue(verdict), run());

describe("judge", () => {
  it("says which verifier has spoken, whose score it is and what it cost", async () => {
    const cost = { tokens: [{ model: "m", input: 12, output: 3 }] };
    const verify = Object.assign(() => ({ ok: true, score: 0.4, cost }), {
      fingerprint: "calibrated-1",
      scoredBy: "judge-1",
    });
    const outcome = { ok: true, score: 0.4, verifier: "calibrated-1", scoredBy: "judge-1", cost };
    expect(await judge(verify, run())).toEqual(outcome);
    expect(await judge(verifierOf({ verify }), run())).toEqual(outcome);
  });

  it.each([
    { verdict: true, outcome: { ok: true } },
    { verdict: false, outcome: { ok: false } },
    {
      verdict: { ok: false, reason: "too short", score: 0.1 },
      outcome: { ok: false, reason: "too short", score: 0.1 },
    },
    { verdict: { ok: true }, outcome: { ok: true } },
    { verdict: { key: "correct", score: 0.5 }, outcome: { ok: true, score: 0.5 } },
    {
      verdict: { key: "correct", score: 0.49, comment: "nearly" },
      outcome: { ok: false, score: 0.49, reason: "nearly" },
    },
    { verdict: { key: "correct", score: true }, outcome: { ok: true, score: 1 } },
  ])("takes $verdict as $outcome", async ({ verdict, outcome }) => {
    expect(await judged(verdict)).toEqual(outcome);
    expect(await judge(() => Promise.resolve(verdict), run())).toEqual(outcome);
  });

  it("fails a run from which an exception escaped, without asking the verifier", async () => {
    const ask = () => {
      throw new Error("asked");
    };
    expect(await judge(ask, run({ error: new RangeError("b broke"), output: undefined }))).toEqual({
      ok: false,
      reason: "RangeError: b broke",
      error: { name: "RangeError", message: "b broke" },
    });
  });

  it("says so when the verifier itself throws, with its error as the cause", async () => {
    const cause = new TypeError("no total");
    const fails = () => Promise.reject(cause);
    await expect(judge(fails, run())).rejects.toMatchObject({ code: "VERIFIER", cause });
    await expect(judge(fails, run())).rejects.toThrow(VerifierError);
  });

  it("throws the reason of an abort as it is, not as the verifier's fault", async () => {
    const controller = new AbortController();
    const stopped = new Error("stopped by the user");
    controller.abort(stopped);
    const fails = () => Promise.reject(new Error("fetch was aborted"));
    await expect(judge(fails, run({ signal: controller.signal }))).rejects.toBe(stopped);
  });

  it.each([undefined, null, "yes", 1, {}, { ok: "yes" }, { score: "high" }, { score: Number.NaN }])(
    "refuses %o, which is no verdict",
    async (verdict) => {
      await expect(judged(verdict)).rejects.toThrow(VerifierOutputError);
    },
  );

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, "12"])(
    "refuses a verdict whose cost is %o tokens",
    async (input) => {
      const verdict = { ok: true, cost: { tokens: [{ model: "m", input, output: 1 }] } };
      await expect(judged(verdict)).rejects.toThrow(/in `cost`, numbers of tokens >= 0/);
    },
  );

  it("takes a verdict whose cost is nothing as one without", async () => {
    expect(await judged({ ok: true, cost: null })).toEqual({ ok: true });
    expect(await judged({ ok: true, cost: undefined })).toEqual({ ok: true });
  });

  it("keeps the verdict that it checked, whatever a second look would show", async () => {
    const answers = [false, "not any more", 7];
    const changing = {
      get ok() {
        return answers.shift();
      },
      reason: "wrong",
    };
    expect(await judged(changing)).toEqual({ ok: false, reason: "wrong" });
  });

  it("takes a verdict that cannot be read for the verifier's fault", async () => {
    const hostile = {
      get ok() {
        throw new Error("not now");
      },
    };
    await expect(judged(hostile)).rejects.toMatchObject({ code: "VERIFIER" });
  });

  it("says in words what an exception was whose name or message is no text", async () => {
    const error = Object.assign(new Error(), { name: 404, message: { status: 404, body: "not found" } });
    expect(await judge(() => true, run({ error }))).toEqual({
      ok: false,
      reason: "404: { status: 404, body: 'not found' }",
      error: { name: "404", message: "{ status: 404, body: 'not found' }" },
    });
  });
});
