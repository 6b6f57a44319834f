import { describe, expect, it } from "vitest";

import { steps } from "../fixtures/given-source.ts";
import type { AttemptView, StepView } from "../shared/view/thread-view.ts";
import { areAlike, failureTraits } from "./failure-traits.ts";

const path = (...agents: readonly string[]): readonly StepView[] =>
  steps(agents.length).map((step, index) => ({ ...step, agent: agents[index] ?? "" }));
const rejected = (reason: string, rest: Partial<AttemptView> = {}) =>
  failureTraits({ outcome: { ok: false, reason }, steps: path("planner", "solver"), ...rest });

describe("failures are alike", () => {
  it("if their verdicts say the same of other numbers", () => {
    expect(areAlike(rejected("1368 is not the answer."), rejected("172 is not the Answer"))).toBe(true);
  });

  it("if no verdict says why", () => {
    const silent = failureTraits({ outcome: { ok: false }, steps: path("planner", "solver") });
    expect(areAlike(silent, silent)).toBe(true);
  });

  it("unless their verdicts share fewer than half of their words", () => {
    expect(areAlike(rejected("The sum is wrong."), rejected("The tool did not answer."))).toBe(false);
  });

  it("unless an exception ended one of them", () => {
    const outcome = { ok: false, error: { name: "TimeoutError", message: "no answer in 5 s" } };
    expect(areAlike(rejected("The sum is wrong."), rejected("", { outcome }))).toBe(false);
  });

  it("unless they took other paths", () => {
    const other = rejected("The sum is wrong.", { steps: path("planner", "searcher", "reader", "writer") });
    expect(areAlike(rejected("The sum is wrong."), other)).toBe(false);
  });

  it("unless their steps called other tools or ended with other errors", () => {
    const [step] = path("solver");
    const calls = (...tools: readonly string[]) =>
      rejected("No.", { steps: step === undefined ? [] : [{ ...step, tools }] });
    const fails = (error: string) =>
      rejected("No.", { steps: step === undefined ? [] : [{ ...step, error }] });
    expect(areAlike(calls("search"), calls("search"))).toBe(true);
    expect(areAlike(calls("search", "read"), calls("buy", "pay"))).toBe(false);
    expect(areAlike(fails("TypeError: a"), fails("TypeError: b"))).toBe(true);
    expect(areAlike(fails("TypeError: a"), fails("RangeError: a"))).toBe(false);
  });
});
