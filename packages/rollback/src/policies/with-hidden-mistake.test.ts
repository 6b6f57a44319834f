import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { currentBelief } from "./current-belief.ts";
import { afterRetriesFrom, anyContext, contextOf } from "./fixtures/any-context.ts";
import { leastCost } from "./least-cost.ts";
import type { PolicyContext } from "./policy.ts";
import { withHiddenMistake } from "./with-hidden-mistake.ts";

/** Probability that what a start at a step keeps makes the retry fail. */
const spoiltBefore = (context: PolicyContext, start: number): number =>
  withHiddenMistake(currentBelief(context), context)
    .slice(0, start)
    .reduce((sum, share) => sum + share, 0);

describe("a mistake that scores do not show", () => {
  it("moves the belief to earlier steps alone, and it still sums to 1", () => {
    fc.assert(
      fc.property(anyContext, (context) => {
        const belief = currentBelief(context);
        const revised = withHiddenMistake(belief, context);
        expect(revised).toHaveLength(belief.length);
        expect(revised.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        let [before, revisedBefore] = [0, 0];
        for (const [step, share] of belief.entries()) {
          expect(revised[step]).toBeGreaterThanOrEqual(0);
          before += share;
          revisedBefore += revised[step] ?? 0;
          expect(revisedBefore).toBeGreaterThanOrEqual(before - 1e-9);
        }
      }),
    );
  });

  it("is as likely at each step before any retry: one run in twenty holds one", () => {
    const sure = { tries: [{ scores: [0, 0, 0, 1], start: 0 }], rates: { errorRate: 0.03, repeatRate: 0.1 } };
    const [first, second, third, last] = withHiddenMistake([0, 0, 0, 1], sure);
    for (const share of [first, second, third]) expect(share).toBeCloseTo(0.0125, 12);
    expect(last).toBeCloseTo(1 - 3 * 0.0125, 12);
  });

  it("is likelier for steps that were kept each time that a retry fails", () => {
    const kept = [[], [3], [3, 3]].map((starts) => spoiltBefore(afterRetriesFrom(starts), 3));
    expect(kept[1]).toBeGreaterThan(2 * (kept[0] ?? 1));
    expect(kept[2]).toBeGreaterThan(1.5 * (kept[1] ?? 1));
  });

  it("is the less suspected the likelier a retry fails by itself", () => {
    const shareOfFirst = (repeatRate: number): number => {
      const context = afterRetriesFrom([3], { rates: { errorRate: 0.03, repeatRate } });
      return withHiddenMistake([0, 0, 0, 1, 0, 0], context)[0] ?? 0;
    };
    expect(shareOfFirst(0.1)).toBeGreaterThan(1.5 * shareOfFirst(0.5));
  });

  it("is no likelier than before after a restart, which kept nothing", () => {
    const belief = [0, 0, 0, 1, 0, 0];
    const [fresh, restarted] = [contextOf(), afterRetriesFrom([0])];
    expect(withHiddenMistake(belief, restarted)).toEqual(
      withHiddenMistake(belief, fresh).map((share) => expect.closeTo(share, 12)),
    );
  });
});

it("leastCost does not return to one step again and again, however sure the scores are", () => {
  const starts: number[] = [];
  for (let rollbacksLeft = 4; rollbacksLeft > 0; rollbacksLeft -= 1) {
    const context = afterRetriesFrom(starts, { exponent: 2, alpha: 0.3 });
    const decision = leastCost().decide({ ...context, rollbacksLeft });
    starts.push(decision.kind === "roll-back" ? decision.start : -1);
  }
  expect(starts[0]).toBe(3);
  expect(starts).toEqual(starts.toSorted((a, b) => b - a));
  expect(starts.at(-1)).toBe(0);
});
