import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { on } from "../../fixtures/chain-graph.ts";
import { logOf, trying, tryingPlain, type Try } from "../../fixtures/trying-graph.ts";
import { readHistory, rollbackGraph, RollbackExhaustedError } from "../../index.ts";
import { bestAttempt } from "./best-attempt.ts";

const broke = (what: string) => new RangeError(what);

/** Result of a run whose attempts ended so, and its history. */
async function ended(tries: readonly Try[], onFailure?: "best" | "last") {
  const { graph } = trying(tries, onFailure === undefined ? {} : { onFailure });
  const output: unknown = await graph
    .invoke({ log: [] }, on("t"))
    .then(({ log }) => log)
    .catch((error: unknown) => error);
  const [run] = await readHistory(graph, on("t"));
  return { output, last: run?.attempts.at(-1), reason: run?.reason };
}

describe("a run none of whose attempts passed", () => {
  it.each([
    ["the best score", [0.1, 0.4, 0.3], 2, "attempt 2 is returned, as its score is the best (0.4)."],
    [
      "the first of equal scores",
      [0.1, 0.4, 0.4],
      2,
      "attempt 2 is returned, as it is the first with the best score (0.4).",
    ],
    [
      "the first where there are no scores",
      ["no score", "no score"],
      1,
      "attempt 1 is returned, as it is the first.",
    ],
    [
      "a score rather than none",
      ["no score", -3],
      2,
      "attempt 2 is returned, as its score is the best (-3).",
    ],
    [
      "the last, if that is the best",
      [0.1, 0.2],
      2,
      "attempt 2 is returned, as its score is the best (0.2).",
    ],
    [
      "one that returned rather than one that threw",
      [broke("1"), 0, broke("3")],
      2,
      "attempt 2 is returned, as its score is the best (0).",
    ],
    [
      "the only one that returned",
      [broke("1"), "no score"],
      2,
      "attempt 2 is returned, as it is the only one that returned.",
    ],
  ] as const)("gives %s", async (_, tries, best, words) => {
    const { output, last, reason } = await ended(tries);
    expect(output).toEqual(logOf(best));
    expect(reason).toMatch(/ No attempt passed; attempt /);
    expect(reason?.endsWith(words)).toBe(true);
    expect(last?.stands?.attempt).toBe(best === tries.length ? undefined : best);
  });

  it("throws the first exception, as it was, where all threw", async () => {
    const [first, second] = [broke("first"), broke("second")];
    const { output, last } = await ended([first, second]);
    expect(output).toBe(first);
    expect(last?.reason).toContain("the exception of attempt 1 is thrown, as it is the first.");
  });

  it('gives the last, and says nothing of others, with `onFailure: "last"`', async () => {
    const { output, last } = await ended([0.9, 0.1], "last");
    expect(output).toEqual(logOf(2));
    expect(last?.stands).toBeUndefined();
    expect(last?.reason).not.toContain("No attempt passed");
    const second = broke("second");
    expect((await ended([broke("first"), second], "last")).output).toBe(second);
  });

  it('throws an error that holds the last with `onFailure: "error"`, and the thread stays there', async () => {
    const { graph } = trying([0.9, 0.1], { onFailure: "error" });
    const error: unknown = await graph.invoke({ log: [] }, on("t")).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RollbackExhaustedError);
    expect(error).toMatchObject({ output: { log: logOf(2) } });
    expect((await graph.getState(on("t"))).values).toMatchObject({ log: logOf(2) });
  });

  it("leaves the last where its verifier failed: nobody knows whether it passed", async () => {
    let judged = 0;
    const { graph } = trying([0.9, 0.1], {
      verify: () => {
        judged += 1;
        if (judged === 2) throw new Error("the verifier broke");
        return { ok: false, score: 0.9 };
      },
    });
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(logOf(2));
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "unjudged" }]);
  });

  it("gives the same from `rollbackGraph`", async () => {
    const broken = broke("first");
    for (const [tries, expected] of [
      [[0.5, 0.1], { output: { log: logOf(1) }, error: undefined }],
      [[0.5, broken], { output: { log: logOf(1) }, error: undefined }],
      [[broken, broke("second")], { error: { name: "RangeError", message: "first" } }],
    ] as const) {
      const { builder, options } = tryingPlain(tries);
      const inner = builder.compile({ checkpointer: new MemorySaver() });
      const loop = rollbackGraph(inner, options).compile();
      const state = await loop.invoke({ input: { log: [] }, threadId: "inner" });
      expect(state).toMatchObject({ status: "gave-up", ...expected });
      expect(state.attempts.at(-1)?.stands?.attempt).toBe(1);
    }
  });
});

describe("the words of a choice", () => {
  const record = (attempt: number, score?: number) => ({
    version: 1 as const,
    run: "r",
    attempt,
    at: "",
    head: "",
    decision: "give-up" as const,
    reason: "",
    outcome: { ok: false, ...(score === undefined ? {} : { score }) },
  });

  it("name the attempts that cannot be returned", () => {
    const [first, second, last] = [record(1, 0.9), record(2, 0.8), record(3, 0.1)] as const;
    const chosen = bestAttempt([first, second, last], last, () => false);
    expect(chosen).toEqual({
      record: last,
      words:
        "No attempt passed; attempt 3 is returned, as its score is the best (0.1) of those that can be: " +
        "effects have been undone or done since attempt 1 and attempt 2.",
    });
    expect(bestAttempt([first, second, last], last, ({ attempt }) => attempt === 2).record).toBe(second);
  });
});
