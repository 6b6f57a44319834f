import { Command, entrypoint, interrupt, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it, vi } from "vitest";

import { finishedRun, neverEnds } from "../fixtures/finished-run.ts";
import { VerifierTimeoutError, VerifierUndecidedError } from "../errors/index.ts";
import type { Verdict, Verifier } from "./verifier.ts";
import { all, any, atLeast } from "./at-least.ts";
import { namedVerifier } from "./named-verifier.ts";

const saying = (name: string, verdict: Verdict) => namedVerifier(name, () => verdict);
const yes = saying("yes", true);
const no = saying("no", { ok: false, reason: "wrong" });
const broken = namedVerifier("broken", () => Promise.reject(new TypeError("no total")));

const run = finishedRun("any");

describe("several verifiers", () => {
  it.each([
    ["all", all, [yes, yes], true],
    ["all", all, [yes, no], false],
    ["all", all, [no, no], false],
    ["all", all, [no, broken], false],
    ["any", any, [yes, no], true],
    ["any", any, [no, no], false],
    ["any", any, [yes, broken], true],
    ["any", any, [yes, broken, broken], true],
  ] as const)("decide by %s (%#)", async (_, kind, members, ok) => {
    expect(await kind(members)(run)).toMatchObject({ ok });
  });

  it.each([
    [1, [yes, no, no], true],
    [2, [yes, no, no], false],
    [2, [yes, yes, no], true],
    [2, [yes, yes, broken], true],
    [2, [no, no, broken], false],
    [3, [yes, no, broken], false],
  ] as const)("decide by at least %d (%#)", async (least, members, ok) => {
    expect(await atLeast(least, members)(run)).toMatchObject({ ok });
  });

  it.each([
    [all, [yes, broken]],
    [any, [no, broken]],
    [all, [broken]],
    [(members: readonly Verifier[]) => atLeast(2, members), [yes, no, broken]],
  ])("do not decide where the one that gives no verdict would (%#)", async (kind, members) => {
    const asked = kind(members)(run);
    await expect(asked).rejects.toThrow(VerifierUndecidedError);
    await expect(asked).rejects.toMatchObject({
      code: "VERIFIER_UNDECIDED",
      message: `1 of ${members.length} answers are missing, and the others do not decide. broken: TypeError: no total.`,
      errors: [expect.any(TypeError)],
    });
  });

  it("say who was against it, and why", async () => {
    const nameless = (): Verdict => false;
    const members = [yes, no, nameless, broken, () => ({ key: "k", score: 0.2, comment: "dull" })];
    expect(await all(members)(run)).toMatchObject({
      ok: false,
      reason: "no: wrong\nnameless: failed\nbroken: no verdict, TypeError: no total\nverifier 5: dull",
    });
    expect(await any([no, all([() => false])])(run)).toMatchObject({
      reason: "0 of 2 passed, 1 must.\nno: wrong\nverifier 2: verifier 1: failed",
    });
  });

  it("have a score of theirs, where they have any", async () => {
    const scored = [0.2, 0.9, 0.6].map((score) => saying(`s${score}`, { ok: score > 0.5, score }));
    const scoreOf = async (verify: Verifier) => Object(await verify(run)).score;
    expect(await scoreOf(all(scored))).toBe(0.2);
    expect(await scoreOf(any(scored))).toBe(0.9);
    expect(await scoreOf(atLeast(2, scored))).toBe(0.6);
    expect(await scoreOf(any([...scored, yes]))).toBe(1);
    expect(await scoreOf(all([...scored, no]))).toBe(0);
    expect(await scoreOf(all([yes, no]))).toBeUndefined();
    expect(await scoreOf(all([...scored, broken]))).toBe(0.2);
  });

  it("have the sum of their costs", async () => {
    const costing = (input: number, model?: string) =>
      saying("dear", { ok: true, cost: { tokens: [{ ...(model && { model }), input, output: 1 }] } });
    expect(await all([costing(10, "a"), costing(5, "a"), costing(7), yes])(run)).toEqual({
      ok: true,
      cost: {
        tokens: [
          { model: "a", input: 15, output: 2 },
          { input: 7, output: 1 },
        ],
      },
    });
    expect(await all([yes])(run)).toEqual({ ok: true });
  });

  it("are called in parallel", async () => {
    let met = (): void => {};
    const meeting = new Promise<void>((resolve) => (met = resolve));
    const waits = () => meeting.then(() => true);
    const meets = () => {
      met();
      return true;
    };
    expect(await all([waits, meets])(run)).toEqual({ ok: true });
  });

  it("wait for each no longer than its time", async () => {
    const { verify, heard } = neverEnds();
    expect(await any([yes, verify], { timeout: 5 })(run)).toEqual({ ok: true });
    expect(heard).toEqual([expect.any(VerifierTimeoutError)]);
    await expect(all([yes, verify], { timeout: 5 })(run)).rejects.toMatchObject({
      errors: [expect.any(VerifierTimeoutError)],
    });
  });

  it("end with the run, with or without answers", async () => {
    const { verify, heard } = neverEnds();
    const controller = new AbortController();
    const asked = any([yes, verify])(finishedRun("any", { signal: controller.signal }));
    const reason = new Error("stopped by the user");
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    expect(heard).toEqual([reason]);
  });

  it("take an answer that is no verdict for none", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
    const forgets: Verifier = Object.assign(vi.fn(), { fingerprint: "forgets" });
    await expect(all([yes, forgets])(run)).rejects.toMatchObject({
      errors: [expect.objectContaining({ code: "VERIFIER_OUTPUT" })],
    });
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it("may interrupt the graph that asks, unless the others decide", async () => {
    const human = () => interrupt<string, boolean>("Is it right?");
    const asking = (verify: Verifier) =>
      entrypoint({ name: "node", checkpointer: new MemorySaver() }, async () => ({
        verdict: await verify(run),
      }));
    const config = { configurable: { thread_id: "t" } };
    const node = asking(all([yes, human]));
    expect(await node.invoke("", config)).toMatchObject({ __interrupt__: [{ value: "Is it right?" }] });
    expect(await node.invoke(new Command({ resume: true }), config)).toEqual({ verdict: { ok: true } });
    expect(await asking(any([yes, human])).invoke("", config)).toEqual({ verdict: { ok: true } });
  });
});

describe("the fingerprint of several verifiers", () => {
  it("is of theirs and of how they are put together", () => {
    expect(all([yes, any([no, yes])]).fingerprint).toBe("all(yes, any(no, yes))");
    expect(atLeast(2, [yes, no]).fingerprint).toBe("atLeast:2(yes, no)");
  });

  it("is none if one of them has none", () => {
    expect("fingerprint" in all([yes, () => true])).toBe(false);
  });
});

it.each([
  ["no list", [yes]],
  ["an empty list", [[]]],
  ["a verdict in place of a verifier", [[yes, true]]],
])("refuses %s", (_, given) => {
  const make = () => Reflect.apply(all, undefined, given);
  expect(make).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option: "verifiers" }));
});

it.each([0, 3, 1.5, Number.NaN])("refuses at least %d of two", (least) => {
  expect(() => atLeast(least, [yes, no])).toThrow(RangeError);
});

it("refuses options that there are not", () => {
  expect(() => Reflect.apply(all, undefined, [[yes], { timeOut: 5 }])).toThrow(
    expect.objectContaining({ code: "UNKNOWN_OPTION", nearest: "timeout" }),
  );
});
