import fc from "fast-check";
import { positionShares } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { afterRetriesFrom, anyContext, contextOf } from "./fixtures/any-context.ts";
import { escalate, leastCost, type Policy, type PolicyContext, restart, toSet, topOne } from "./index.ts";

const unbounded = { startAt: () => undefined, exponent: 0 };

const policies: readonly Policy[] = [
  toSet(),
  escalate({ alphas: [0.5, 0.2, 0] }),
  leastCost(),
  leastCost({ failurePrice: 0.1 }),
  topOne(),
  restart(),
];

describe.each(policies)("the policy $name", ({ decide }) => {
  it("goes to a step of the last attempt, for any attempts of any lengths", () => {
    fc.assert(
      fc.property(anyContext, (context) => {
        const decision = decide(context);
        if (decision.kind === "give-up") return;
        expect(decision.start).toBeGreaterThanOrEqual(0);
        expect(decision.start).toBeLessThan(context.tries.at(-1)?.scores.length ?? 0);
        expect(decide(context)).toEqual(decision);
      }),
    );
  });

  it("promises nothing without a calibration", () => {
    fc.assert(
      fc.property(anyContext, (context) => {
        expect(decide({ ...context, ...unbounded })).not.toHaveProperty("promise");
      }),
    );
  });
});

describe("toSet", () => {
  it("goes to the start of the set at the run's miss rate, and says what holds", () => {
    expect(toSet().decide(contextOf())).toEqual({
      kind: "roll-back",
      start: 2,
      promise: { attempt: 1, level: 0.8, alpha: 0.2, guarantee: "exact" },
      reason:
        "The prediction set starts at step 3. In at most 0.2 of failed runs the steps that attempt 2 keeps contain the first mistake of attempt 1.",
    });
  });

  it("restarts after that, and says what still holds", () => {
    expect(toSet().decide(afterRetriesFrom([2]))).toEqual({
      kind: "roll-back",
      start: 0,
      reason:
        "In at most 0.2 of failed runs the steps that attempt 2 keeps contain the first mistake of attempt 1. Given that attempt 2 failed too, no level is promised. A restart keeps no step.",
    });
  });

  it("does not repeat the promise of attempt 2 where attempt 2 started later than the bound", () => {
    const { reason } = toSet().decide(afterRetriesFrom([4, 0]));
    expect(reason).toBe(
      "Given that attempts 2 to 3 failed too, no level is promised. A restart keeps no step.",
    );
  });

  it("restarts where nothing is bounded", () => {
    const decision = toSet().decide(contextOf(unbounded));
    expect(decision).toMatchObject({ start: 0 });
    expect(decision.reason).toContain("No calibration bounds");
  });

  it("promises nothing of a set that promises nothing, and calls an approximate promise one", () => {
    const startAt = (guarantee: "approximate" | "none") => () => ({ start: 2, level: 0.8, guarantee });
    const none = toSet().decide(contextOf({ startAt: startAt("none") }));
    expect(none).toMatchObject({ start: 2, reason: expect.stringContaining("No level is promised.") });
    expect(none).not.toHaveProperty("promise");
    const approximate = toSet().decide(contextOf({ startAt: startAt("approximate") }));
    expect(approximate).toMatchObject({ promise: { guarantee: "approximate" } });
    expect(approximate.reason).toContain("In about 0.2 or less of failed runs");
  });
});

describe("escalate", () => {
  const policy = escalate({ alphas: [0.3, 0.2, 0.01] });

  it("goes to where the first failure's set starts at each miss rate in turn, each with its own level", () => {
    expect(policy.decide(contextOf())).toMatchObject({
      start: 3,
      promise: { attempt: 1, alpha: 0.3, level: 0.7 },
    });
    expect(policy.decide(afterRetriesFrom([3]))).toMatchObject({
      start: 2,
      promise: { attempt: 1, alpha: 0.2, level: 0.8 },
      reason:
        "At miss rate 0.2 the first failure's set starts at step 3. In at most 0.2 of failed runs the steps that attempt 3 keeps contain the first mistake of attempt 1. Given that attempt 2 failed too, no level is promised.",
    });
  });

  it("goes back at least one step further each time, and no further than a restart", () => {
    expect(policy.decide(afterRetriesFrom([1]))).toMatchObject({ start: 0 });
    expect(policy.decide(afterRetriesFrom([1, 0]))).toMatchObject({ start: 0 });
  });

  it("reads the scores of the first attempt only", () => {
    const context = afterRetriesFrom([3]);
    const [first, second] = context.tries;
    if (first === undefined || second === undefined) throw new Error("Expected two attempts.");
    const other = { ...context, tries: [first, { ...second, scores: [9, 0, 0, 0, 0, 0] }] };
    expect(policy.decide(other)).toEqual(policy.decide(context));
  });

  it("restarts once its miss rates are used up, or where one is not bounded", () => {
    const after = policy.decide(afterRetriesFrom([3, 2, 1]));
    expect(after).toMatchObject({ start: 0, reason: expect.stringContaining("The miss rates are used up.") });
    expect(after).not.toHaveProperty("promise");
    expect(policy.decide(contextOf(unbounded))).toMatchObject({ start: 0 });
  });

  it.each([
    [[], "at least one miss rate, got 0"],
    [[0.2, 0.2], "`alphas` to fall, got 0.2 after 0.2"],
    [[1], "`alphas` in [0, 1), got 1"],
    [[Number.NaN], "`alphas` in [0, 1), got NaN"],
  ])("refuses the miss rates %o", (alphas, message) => {
    expect(() => escalate({ alphas })).toThrow(message);
  });
});

describe("leastCost", () => {
  it("starts no later than the calibration allows at the first rollback, with its promise", () => {
    // The scores are sure of step 3.
    expect(leastCost().decide(contextOf({ exponent: 2 }))).toEqual({
      kind: "roll-back",
      start: 2,
      promise: { attempt: 1, level: 0.8, alpha: 0.2, guarantee: "exact" },
      reason:
        "A start at step 3 has the least expected cost: it is believed to reach the mistake with probability 0.99. The calibration allows no later start. In at most 0.2 of failed runs the steps that attempt 2 keeps contain the first mistake of attempt 1.",
    });
    expect(leastCost().decide(contextOf({ exponent: 2, alpha: 0.3 }))).toMatchObject({ start: 3 });
  });

  it("never starts later than the bound, whatever is believed", () => {
    fc.assert(
      fc.property(anyContext, ({ tries, ...rest }) => {
        const context = { ...rest, tries: tries.slice(0, 1), costs: (tries[0]?.scores ?? []).map(() => 1) };
        const decision = leastCost().decide(context);
        if (decision.kind === "give-up") return;
        expect(decision.start).toBeLessThanOrEqual(context.startAt(context.alpha)?.start ?? 0);
      }),
    );
  });

  it("is free after that, and promises nothing", () => {
    const decision = leastCost().decide(
      afterRetriesFrom([0], { exponent: 2, rates: { errorRate: 0.01, repeatRate: 0.5 } }),
    );
    expect(decision).toMatchObject({ start: 3 });
    expect(decision).not.toHaveProperty("promise");
    expect(decision.reason).toContain(
      "In at most 0.2 of failed runs the steps that attempt 2 keeps contain the first mistake of attempt 1. Given that attempt 2 failed too, no level is promised.",
    );
  });

  it("goes no later than runs have been recovered from, where the scores were learnt from outcomes", () => {
    const learnt = { startAt: () => undefined, exponent: 2 };
    const capped = leastCost().decide(contextOf({ ...learnt, latest: 2 }));
    expect(capped).toMatchObject({ start: 2 });
    expect(capped.reason).toContain(
      "No set caps the start: the scores were learnt from outcomes, without labels. Of later starts outcomes tell nothing.",
    );
    const free = leastCost().decide(contextOf({ ...learnt, latest: 5 }));
    expect(free).toMatchObject({ start: 3 });
    expect(free.reason).not.toContain("Of later starts");
    const rates = { errorRate: 0.01, repeatRate: 0.5 };
    expect(leastCost().decide(afterRetriesFrom([0], { ...learnt, rates, latest: 1 }))).toMatchObject({
      start: 1,
    });
  });

  it("restarts without a calibration, and with scores that say nothing", () => {
    expect(leastCost().decide(contextOf(unbounded))).toEqual({
      kind: "roll-back",
      start: 0,
      reason:
        "A restart has the least expected cost. Nothing is known of how well the scores point at mistakes, so only a restart is considered. No level is promised.",
    });
    expect(leastCost().decide(contextOf({ exponent: 0 }))).toMatchObject({
      start: 0,
      promise: { level: 0.8 },
    });
    expect(leastCost().decide(contextOf({ startAt: () => undefined }))).toMatchObject({
      start: 0,
      reason: expect.stringContaining("No calibration bounds"),
    });
    expect(leastCost().decide(afterRetriesFrom([0], unbounded))).toMatchObject({ start: 0 });
  });

  describe("where scores say nothing", () => {
    /** Nine labelled failures of six steps, whose mistakes stood at these steps. */
    const labelledAt = (steps: readonly number[]) =>
      positionShares(steps.map((step) => ({ stepScores: [1, 1, 1, 1, 1, 1], decisiveSteps: [step] })));
    const bound = { start: 4, level: 0.8, guarantee: "exact" } as const;
    const decideFor = (steps: readonly number[], changes: Partial<PolicyContext> = {}) =>
      leastCost().decide(
        contextOf({ exponent: 0, positions: labelledAt(steps), startAt: () => bound, ...changes }),
      );

    it("goes by where labelled mistakes stood, and says so", () => {
      expect(decideFor([4, 4, 4, 4, 4, 4, 5, 5, 5])).toMatchObject({
        start: 3,
        reason: expect.stringMatching(
          /reach the mistake with probability 0\.\d\d, by where labelled mistakes stood, since the scores do not tell\./,
        ),
        promise: { level: 0.8 },
      });
      expect(decideFor([0, 0, 0, 0, 0, 0, 1, 1, 4])).toMatchObject({ start: 0 });
    });

    it("never starts later than the calibration allows", () => {
      const late = [5, 5, 5, 5, 5, 5, 5, 5, 5];
      expect(decideFor(late, { startAt: () => ({ ...bound, start: 2 }) })).toMatchObject({ start: 2 });
      expect(decideFor(late, { startAt: () => undefined })).toMatchObject({ start: 0 });
    });
  });

  it("gives up where a failure costs no more than any attempt, even at half the rates", () => {
    const decideAt = (errorRate: number, failurePrice: number) =>
      leastCost({ failurePrice }).decide(contextOf({ rates: { errorRate, repeatRate: 0.5 } })).kind;
    expect(decideAt(0.03, 0.1)).toBe("give-up");
    expect(decideAt(0.9, 1)).toBe("give-up");
    // At these rates a failure costs less, at half of them more than an attempt.
    expect(decideAt(0.5, 5)).toBe("roll-back");
    expect(decideAt(0.9, 5)).toBe("give-up");
  });

  it("goes further back the more a failure costs", () => {
    const startFor = (failurePrice: number) => {
      const decision = leastCost({ failurePrice }).decide(contextOf({ alpha: 0.3, rollbacksLeft: 1 }));
      return decision.kind === "give-up" ? Infinity : decision.start;
    };
    const starts = [0.5, 2, 5, 20, 100].map(startFor);
    expect(starts).toEqual(starts.toSorted((a, b) => b - a));
    expect(starts.at(-1)).toBe(0);
  });

  it("counts what the steps cost", () => {
    const startFor = (costs: readonly number[]) =>
      leastCost().decide(contextOf({ alpha: 0.3, rollbacksLeft: 1, costs }));
    expect(startFor([1, 1, 1, 1, 1, 90])).toMatchObject({ start: 0 });
    expect(startFor([90, 90, 90, 1, 1, 1])).toMatchObject({ start: 3 });
  });

  it.each([0, -1, Infinity, Number.NaN])("refuses a price of %d", (failurePrice) => {
    expect(() => leastCost({ failurePrice })).toThrow("Expected `failurePrice` to be finite and > 0");
  });
});

describe("topOne", () => {
  it("goes to the first of the most suspicious steps, then restarts", () => {
    expect(topOne().decide(contextOf())).toEqual({
      kind: "roll-back",
      start: 3,
      reason: "Step 4 is the most suspicious one. No level is promised.",
    });
    expect(topOne().decide(contextOf({ tries: [{ scores: [0, 2, 2], start: 0 }] }))).toMatchObject({
      start: 1,
    });
    expect(topOne().decide(afterRetriesFrom([3]))).toMatchObject({ start: 0 });
  });
});

describe("restart", () => {
  it("always goes to the first step", () => {
    expect(restart().decide(contextOf())).toMatchObject({ start: 0 });
    expect(restart().decide(afterRetriesFrom([0, 0]))).toMatchObject({ start: 0 });
  });
});
