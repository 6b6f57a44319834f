import { Command, entrypoint, interrupt, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { finishedRun, neverEnds } from "../fixtures/finished-run.ts";
import type { Verdict } from "./verifier.ts";
import { namedVerifier } from "./named-verifier.ts";
import { repeated } from "./repeated.ts";

const run = finishedRun("any");

/** Says one after the other; errors are thrown. */
const saying = (...verdicts: readonly (Verdict | Error)[]) => {
  const rest = [...verdicts];
  return namedVerifier("flaky", async () => {
    const next = rest.shift() ?? new Error("called too often");
    if (next instanceof Error) throw next;
    return next;
  });
};

const lost = new Error("no connection");

describe("a verifier that is called several times", () => {
  it.each([
    [[true, false, true], {}, true],
    [[true, false, false], {}, false],
    [[true, true, false, false], {}, false],
    [[true, false, false], { atLeast: 1 }, true],
    [[true, true, false], { atLeast: 3 }, false],
    [[true, lost, true], {}, true],
    [[false, lost, false], {}, false],
  ] as const)("follows the majority, or the given number of passes (%#)", async (verdicts, options, ok) => {
    const verify = repeated(saying(...verdicts), { times: verdicts.length, ...options });
    expect(await verify(run)).toMatchObject({ ok });
  });

  it("says how many were against it, and each reason once", async () => {
    const wrong = { ok: false, reason: "45 is wrong" };
    const verify = repeated(saying(wrong, true, wrong, lost, { ok: false, reason: "not 42" }), { times: 5 });
    expect(await verify(run)).toEqual({
      ok: false,
      reason:
        "1 of 4 passed, 3 must.\nflaky: 45 is wrong\nflaky: no verdict, Error: no connection\nflaky: not 42",
    });
  });

  it("does not decide where answers that are missing would", async () => {
    const asked = repeated(saying(true, lost, false), { times: 3 })(run);
    await expect(asked).rejects.toMatchObject({ code: "VERIFIER_UNDECIDED", errors: [lost] });
  });

  it("has the mean of the scores and the sum of the costs", async () => {
    const cost = { tokens: [{ model: "a", input: 10, output: 2 }] };
    const answers = [{ ok: true, score: 0.9, cost }, { ok: false, score: 0.3, cost }, true, false, lost];
    expect(await repeated(saying(...answers), { times: 5, atLeast: 2 })(run)).toEqual({
      ok: true,
      score: (0.9 + 0.3 + 1 + 0) / 4,
      cost: { tokens: [{ model: "a", input: 20, output: 4 }] },
    });
    expect(await repeated(saying(true, true), { times: 2 })(run)).toEqual({ ok: true });
  });

  it("is never called twice at once", async () => {
    let inside = 0;
    const seen: number[] = [];
    const alone = async () => {
      inside += 1;
      await new Promise(setImmediate);
      seen.push(inside);
      inside -= 1;
      return true;
    };
    await repeated(alone, { times: 3 })(run);
    expect(seen).toEqual([1, 1, 1]);
  });

  it("has its time each time", async () => {
    const { verify, heard } = neverEnds();
    const asked = repeated(verify, { times: 2, timeout: 1 })(run);
    await expect(asked).rejects.toMatchObject({ code: "VERIFIER_UNDECIDED" });
    expect(heard).toHaveLength(2);
  });

  it("ends with the run", async () => {
    const { verify, heard } = neverEnds();
    const controller = new AbortController();
    const asked = repeated(verify, { times: 3 })(finishedRun("any", { signal: controller.signal }));
    const reason = new Error("stopped by the user");
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    expect(heard).toEqual([reason]);
  });

  it("may interrupt the graph that asks, each time", async () => {
    let asked = 0;
    const human = () => {
      asked += 1;
      return interrupt<string, boolean>("Is it right?");
    };
    const node = entrypoint({ name: "node", checkpointer: new MemorySaver() }, async () => ({
      verdict: await repeated(human, { times: 2 })(run),
    }));
    const config = { configurable: { thread_id: "t" } };
    const asks = { __interrupt__: [{ value: "Is it right?" }] };
    expect(await node.invoke("", config)).toMatchObject(asks);
    expect(asked).toBe(1);
    expect(await node.invoke(new Command({ resume: true }), config)).toMatchObject(asks);
    expect(await node.invoke(new Command({ resume: true }), config)).toEqual({ verdict: { ok: true } });
  });

  it("has a fingerprint that says how often it is called", () => {
    expect(repeated(saying(), { times: 3 }).fingerprint).toBe("repeated:2/3(flaky)");
    expect("fingerprint" in repeated(() => true, { times: 3 })).toBe(false);
  });

  it.each([
    { times: 0 },
    { times: 1.5 },
    { times: 1001 },
    { times: 3, atLeast: 4 },
    { times: 3, atLeast: 0 },
  ])("cannot be called %o", (options) => {
    expect(() => repeated(saying(), options)).toThrow(RangeError);
  });

  it.each([
    ["no number of times", [saying(), {}]],
    ["no verifier", [undefined, { times: 3 }]],
  ])("cannot be called with %s", (_, given) => {
    const make = () => Reflect.apply(repeated, undefined, given);
    expect(make).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});
