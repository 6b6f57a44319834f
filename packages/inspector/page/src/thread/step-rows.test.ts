import { describe, expect, it } from "vitest";

import { sampleSource } from "../../../src/testing/index.ts";
import type { AttemptView, StepView } from "../../../src/shared/view/thread-view.ts";
import { stepRows } from "./step-rows.ts";

const step = (index: number, rest: Partial<StepView> = {}): StepView => ({
  index,
  agent: "a",
  summary: "",
  tools: [],
  depth: 0,
  superstep: index,
  ...rest,
});

const attempt = (steps: readonly StepView[], rest: Partial<AttemptView> = {}): AttemptView => ({
  attempt: 1,
  kept: 0,
  steps,
  ...rest,
});

const four = [0, 1, 2, 3].map((index) => step(index));

function withSet(steps: readonly number[], status: "bounded" | "unbounded"): Partial<AttemptView> {
  const range = { start: steps[0] ?? 0, end: steps.at(-1) ?? 0 };
  const set = { steps, range, level: 0.8, guarantee: "exact", reason: "" } as const;
  const common = { scores: [0.1, 0.2, 0.3, 0.4], set, alpha: 0.2, n: 9, scorerFingerprint: "s" };
  return { attribution: status === "bounded" ? { status, ...common } : { status, reason: "", ...common } };
}

describe("stepRows", () => {
  it("brackets each stretch of a set with a gap", () => {
    const rows = stepRows(attempt(four, withSet([0, 1, 3], "bounded")));
    expect(rows.map(({ set }) => set)).toEqual(["first", "last", undefined, "only"]);
    expect(rows.map(({ score }) => score)).toEqual([0.1, 0.2, 0.3, 0.4]);
  });

  it("brackets nothing where no bound was found: all steps are no finding", () => {
    const rows = stepRows(attempt(four, withSet([0, 1, 2, 3], "unbounded")));
    expect(rows.some(({ set }) => set !== undefined)).toBe(false);
  });

  it("marks the kept steps, the undone steps, and the two points between", async () => {
    const run = (await sampleSource().thread("t-1"))?.runs.at(-1);
    const [first, second] = run?.attempts ?? [];
    if (first?.rewind === undefined || second === undefined) throw new Error("Expected a rollback.");
    const [at, rows, next] = [first.rewind.step, stepRows(first), stepRows(second)];
    expect(rows.filter(({ isUndone }) => isUndone)).toHaveLength(first.rewind.redone);
    expect(rows[at]?.before).toBe("rewound");
    expect(next.filter(({ isKept }) => isKept)).toHaveLength(at);
    expect(next[at]?.before).toBe("forked");
  });

  it("puts neighbours of one superstep side by side", () => {
    const steps = [step(0), step(1, { superstep: 7 }), step(2, { superstep: 7 }), step(3, { superstep: 7 })];
    expect(stepRows(attempt(steps)).map(({ beside }) => beside)).toEqual([
      undefined,
      "first",
      "middle",
      "last",
    ]);
  });

  it("asks the times, too, inside of subgraphs, where supersteps are counted anew", () => {
    const inner = (index: number, second: number) =>
      step(index, { superstep: 1, depth: 1, startedAt: `2026-01-01T00:00:0${second}.000Z`, ms: 1500 });
    const beside = (steps: readonly StepView[]) => stepRows(attempt(steps)).map((row) => row.beside);
    expect(beside([inner(0, 0), inner(1, 1)])).toEqual(["first", "last"]);
    expect(beside([inner(0, 0), inner(1, 2)])).toEqual([undefined, undefined]);
    expect(beside([step(0, { superstep: 1, depth: 1 }), step(1, { superstep: 1, depth: 1 })])).toEqual([
      undefined,
      undefined,
    ]);
  });
});
