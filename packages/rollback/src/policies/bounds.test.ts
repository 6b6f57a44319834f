import { describe, expect, inject, it } from "vitest";

import { learn, permute, startsOf } from "../testing/play-policy.ts";
import { drawFailure, simulatedWorld } from "../testing/simulated-world.ts";
import { escalate, leastCost } from "./index.ts";
import type { Policy, PolicyContext, PolicyDecision } from "./policy.ts";

const ROUNDS = inject("allRounds") ? 2000 : 250;
const ALPHAS = [0.4, 0.2, 0.1];
/** Deviations that a fair share strays from its mean less than once in ten thousand tests. */
const SIGMAS = 4;

const slack = (level: number) => SIGMAS * Math.sqrt((level * (1 - level)) / ROUNDS);

/** Plans of all kinds: cheap and dear failures, few and many rollbacks, right and wrong rates, any exponent. */
const plans = [0.6, 5, 100].flatMap((failurePrice) =>
  [1, 2, 4].flatMap((rollbacksLeft) =>
    [
      { rates: { errorRate: 0.03, repeatRate: 0.1 }, exponent: undefined },
      { rates: { errorRate: 0.001, repeatRate: 0.01 }, exponent: 2 },
      { rates: { errorRate: 0.3, repeatRate: 0.5 }, exponent: 0.5 },
    ].map((told) => ({ policy: leastCost({ failurePrice }), rollbacksLeft, ...told })),
  ),
);

/** A calibration of 19 and a fresh failure, drawn together, and its context at alpha 0.1. */
function drawContext(
  seed: number,
  isPermuted = false,
): { readonly context: PolicyContext; readonly mistake: number } {
  const from = simulatedWorld({ errorRate: 0.05, repeatRate: 0.1 }, 1.2, seed);
  const learnt = learn(from, 19, isPermuted);
  const drawn = drawFailure(from);
  const failure = isPermuted ? permute(drawn, from.random) : drawn;
  const context: PolicyContext = {
    tries: [{ scores: failure.scores, start: 0 }],
    rollbacksLeft: 3,
    alpha: 0.1,
    startAt: startsOf(learnt, failure),
    rates: from.rates,
    exponent: learnt.exponent,
    costs: failure.scores.map(() => 1),
  };
  return { context, mistake: failure.mistake };
}

/** Start 0 never misses: it keeps no step. */
function startOf(decision: PolicyDecision): number {
  return decision.kind === "give-up" ? 0 : decision.start;
}

/** The starts of a policy whose retries all fail, on scores that later starts may not depend on. */
function startsFrom(policy: Policy, context: PolicyContext, count: number): readonly number[] {
  const tries = [...context.tries];
  return Array.from({ length: count }, () => {
    const start = startOf(policy.decide({ ...context, tries }));
    tries.push({ scores: context.tries[0]?.scores.toReversed() ?? [], start });
    return start;
  });
}

describe("what policies promise, over calibrations and failures drawn together", () => {
  const drawn = Array.from({ length: ROUNDS }, (_, seed) => drawContext(seed));

  it("the first start of leastCost reaches back with probability 1 - alpha, for every plan", () => {
    for (const { policy, rollbacksLeft, rates, exponent } of plans) {
      const reached = drawn.filter(({ context, mistake }) => {
        const told = { ...context, rollbacksLeft, rates, exponent: exponent ?? context.exponent };
        return startOf(policy.decide(told)) <= mistake;
      }).length;
      expect(reached / ROUNDS).toBeGreaterThan(0.9 - slack(0.9));
    }
  });

  it("also where scores are permuted, and the exponent is not 0", () => {
    const permuted = Array.from({ length: ROUNDS }, (_, seed) => drawContext(seed, true));
    const reached = permuted.filter(
      ({ context, mistake }) => startOf(leastCost().decide({ ...context, exponent: 2 })) <= mistake,
    ).length;
    expect(reached / ROUNDS).toBeGreaterThan(0.9 - slack(0.9));
  });

  it("each start of escalate reaches back with its own level, and none of them pays for the others", () => {
    const policy = escalate({ alphas: ALPHAS });
    const starts = drawn.map(({ context, mistake }) => ({
      reached: startsFrom(policy, context, ALPHAS.length).map((start) => start <= mistake),
    }));
    for (const [index, alpha] of ALPHAS.entries()) {
      const reached = starts.filter((each) => each.reached[index]).length;
      expect(reached / ROUNDS).toBeGreaterThan(1 - alpha - slack(1 - alpha));
    }
  });
});
