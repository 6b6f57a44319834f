import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { firstWriteScorer } from "../index.ts";
import type { Step, Trajectory } from "../trajectory/index.ts";

/** A run whose steps call these tools, each one or none. */
function runOf(...tools: readonly (string | undefined)[]): Trajectory {
  const steps = tools.map((name, index): Step => ({
    index,
    agent: "desk",
    content: "",
    ...(name === undefined ? {} : { toolCalls: [{ name, args: {} }] }),
  }));
  return { id: "run", task: "refund", steps };
}

/** Steps from the most to the least suspicious one; equal ones in their order. */
async function rankingOf(run: Trajectory, scorer = firstWriteScorer()): Promise<readonly number[]> {
  const scores = await scorer.score(run);
  return scores.map((_, step) => step).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

const anyTool = fc.option(fc.constantFrom("get_order", "refund", "send_mail", "search"), { nil: undefined });
const anyRun = fc.array(anyTool, { minLength: 1, maxLength: 30 }).map((tools) => runOf(...tools));

describe("firstWriteScorer", () => {
  it("blames the first write most, later ones less, and all other steps least", async () => {
    const scores = await firstWriteScorer().score(runOf(undefined, "get_order", "refund", "send_mail"));
    // Weights 1/3, 1/3, 1, 1/2.
    expect(scores.map((score) => Math.round(score * 13 * 1e9) / 1e9)).toEqual([2, 2, 6, 3]);
  });

  it("orders the steps of any run like this, and gives shares that sum to 1", async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async (run) => {
        const scores = await firstWriteScorer().score(run);
        expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 9);
        const isWrite = run.steps.map(({ toolCalls }) => /refund|send/.test(toolCalls?.[0]?.name ?? ""));
        const writes = scores.filter((_, step) => isWrite[step]);
        const others = scores.filter((_, step) => !isWrite[step]);
        expect(writes).toEqual([...new Set(writes)].toSorted((a, b) => b - a));
        expect(new Set(others).size).toBeLessThanOrEqual(1);
        expect(Math.min(1, ...writes)).toBeGreaterThanOrEqual(Math.max(0, ...others));
      }),
    );
  });

  it("depends on the tools' names and on nothing else of a run that has tool calls", async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, fc.string(), fc.jsonValue(), async (run, text, args) => {
        fc.pre(run.steps.some(({ toolCalls }) => toolCalls !== undefined));
        const steps = run.steps.map((step) => ({
          ...step,
          agent: text,
          content: `[tool_call pay {}]\n${text}`,
          ...(step.toolCalls === undefined
            ? {}
            : { toolCalls: step.toolCalls.map(({ name }) => ({ name, args })) }),
        }));
        const other = { ...run, id: text, task: text, steps };
        expect(await firstWriteScorer().score(other)).toEqual(await firstWriteScorer().score(run));
      }),
    );
  });

  it.each([
    ["get_order", "reads"],
    ["findUser", "reads"],
    ["web-search", "reads"],
    ["shop__list_orders", "reads"],
    ["shop.orders/get", "reads"],
    ["CALCULATE", "reads"],
    ["update_list", "writes"],
    ["set_and_get", "writes"],
    ["getaway", "writes"],
    ["get__order", "writes"],
    ["__proto__", "writes"],
    ["", "writes"],
  ])("takes the name %j for that of a tool that %s", async (tool, does) => {
    const [first] = await rankingOf(runOf(undefined, tool));
    expect(first === 1 ? "writes" : "reads").toBe(does);
  });

  it("believes the caller before the name, and `writes` before `reads`", async () => {
    const run = runOf("get_token", "refund", "open_page");
    expect(await rankingOf(run, firstWriteScorer({ reads: ["refund"] }))).toEqual([2, 0, 1]);
    expect(await rankingOf(run, firstWriteScorer({ writes: ["get_token"] }))).toEqual([0, 1, 2]);
    expect(
      await rankingOf(run, firstWriteScorer({ reads: ["open_page", "refund"], writes: ["refund"] })),
    ).toEqual([1, 0, 2]);
  });

  it("looks at every call of a step", async () => {
    const run = runOf("get_order", undefined);
    const both = [
      { name: "search", args: {} },
      { name: "refund", args: {} },
    ];
    const steps = run.steps.map((step) => (step.index === 1 ? { ...step, toolCalls: both } : step));
    expect(await rankingOf({ ...run, steps })).toEqual([1, 0]);
  });

  it("reads calls in the text of a labelled trace, which has no tool calls", async () => {
    const texts = [
      "hello [tool_call refund {}]",
      "[tool_call get_order {}]",
      "I shall.\n[tool_call refund {}]",
    ];
    const steps = texts.map((content, index) => ({ index, agent: "assistant", content }));
    expect(await rankingOf({ id: "trace", task: "", steps })).toEqual([2, 0, 1]);
  });

  it("blames all steps alike where none writes, and says that this is so", async () => {
    const run = runOf(undefined, "get_order", undefined, undefined);
    expect(await firstWriteScorer().score(run)).toEqual([0.25, 0.25, 0.25, 0.25]);
    const [explanation] = (await firstWriteScorer().explain?.(run, [1])) ?? [];
    expect(explanation).toEqual({
      step: 1,
      logit: 0,
      parts: [{ says: "calls no tool that writes, and no other step does: all steps are equal", logit: 0 }],
    });
  });

  it("says for each step whether it writes, and as which write", async () => {
    const run = runOf("get_order", "refund", "send_mail");
    const explanations = (await firstWriteScorer().explain?.(run, [0, 1, 2])) ?? [];
    expect(explanations.map(({ parts }) => parts[0]?.says)).toEqual([
      "calls no tool that writes; 2 of 3 steps do",
      "is the first that calls a tool that writes",
      "calls a tool that writes, as number 2 of 2 steps that do",
    ]);
  });

  it("has a fingerprint that changes with the known tools, and not with their order", () => {
    const { fingerprint } = firstWriteScorer({ reads: ["a", "b"] });
    expect(firstWriteScorer({ reads: ["b", "a", "b"] }).fingerprint).toBe(fingerprint);
    const others = [
      firstWriteScorer(),
      firstWriteScorer({ writes: ["a", "b"] }),
      firstWriteScorer({ reads: ["a"] }),
    ];
    expect(new Set([fingerprint, ...others.map((each) => each.fingerprint)]).size).toBe(4);
  });
});
