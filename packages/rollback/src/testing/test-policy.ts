import assert from "node:assert/strict";

import { deepFreeze, type TestRunner } from "@langgraph-rollback/attribution/testing";

import type { Policy, PolicyContext, PolicyDecision } from "../policies/policy.ts";
import { contextsOf, sampleContext } from "./sample-contexts.ts";

/** The test runner, and how much to try. */
export interface PolicyTestOptions extends TestRunner {
  /** Heads the tests; "the policy" unless told. */
  readonly name?: string;
  /** Number of made-up runs; default 300. */
  readonly runs?: number;
}

/**
 * Tests that every {@link Policy} has to pass. The policy decides for made-up runs, whose retries all fail.
 *
 * A promise is compared with the calibration's own bound: it is about attempt 1, its start lies no later than the bound's, and its level is no
 * higher. No other promise can hold after a retry has failed.
 *
 * @example
 * import { describe, it } from "vitest";
 * testPolicy(() => myPolicy(), { describe, it, name: "my policy" });
 *
 * @param makePolicy makes a policy of the same configuration each time
 */
export function testPolicy(
  makePolicy: () => Policy,
  { describe, it, name = "the policy", runs = 300 }: PolicyTestOptions,
): void {
  const seeds = Array.from({ length: runs }, (_, seed) => seed);
  const forEachDecision = (check: (decision: PolicyDecision, context: PolicyContext) => void): void => {
    const policy = makePolicy();
    for (const seed of seeds)
      for (const context of contextsOf(policy, seed)) check(policy.decide(context), context);
  };

  const test = (title: string, body: () => void): void => void it(title, () => Promise.resolve().then(body));

  describe(`${name} as a Policy`, () => {
    test("has a name, which is the same for policies made alike", () => {
      const [one, other] = [makePolicy(), makePolicy()];
      assert.ok(one.name.trim().length > 0, "the name is empty");
      assert.equal(one.name, other.name);
    });

    test("goes to a step of the last attempt, or gives up, and says why", () =>
      forEachDecision((decision, context) => {
        assert.ok(decision.reason.trim().length > 0, "the reason is empty");
        if (decision.kind === "roll-back") assertStart(decision.start, context);
        else assert.equal(decision.kind, "give-up");
      }));

    test("decides the same again, made anew, without touching what it is told", () =>
      forEachDecision((decision, context) => {
        assert.deepEqual(makePolicy().decide(deepFreeze({ ...context })), decision);
      }));

    test("decides in plain data, which JSON keeps", () =>
      forEachDecision((decision) => {
        assert.deepEqual(JSON.parse(JSON.stringify(decision)), decision);
      }));

    test("promises no more than the calibration bounds, also after failed retries", () =>
      forEachDecision(assertPromise));

    test("decides on extreme scores, costs, rates and numbers of rollbacks, too", () => {
      const policy = makePolicy();
      for (const context of extremeContexts()) {
        const decision = policy.decide(deepFreeze(context));
        if (decision.kind === "roll-back") assertStart(decision.start, context);
        assertPromise(decision, context);
      }
    });
  });
}

function assertStart(start: number, { tries }: PolicyContext): void {
  const length = tries.at(-1)?.scores.length ?? 0;
  assert.ok(
    Number.isSafeInteger(start) && start >= 0 && start < length,
    `Expected a start in 0..${length - 1}, got ${start}.`,
  );
}

function assertPromise(decision: PolicyDecision, { startAt }: PolicyContext): void {
  if (decision.kind === "give-up" || decision.promise === undefined) return;
  const { attempt, level, alpha, convention, guarantee } = decision.promise;
  assert.equal(attempt, 1, "a promise is about attempt 1");
  const bound = startAt(alpha);
  assert.ok(bound !== undefined, `nothing is bounded at ${alpha}, and a level of ${level} is promised`);
  assert.ok(decision.start <= bound.start, `start ${decision.start} is later than the bound, ${bound.start}`);
  assert.ok(level <= bound.level, `level ${level} is higher than the bound's, ${bound.level}`);
  assert.equal(convention, bound.convention, "a promise is about the step that the bound is about");
  const isCovered = bound.guarantee === "exact" || bound.guarantee === guarantee;
  assert.ok(isCovered, `the guarantee is ${guarantee}, and the bound's is ${bound.guarantee}`);
}

/** Contexts at the edges of what the types allow. */
function extremeContexts(): readonly PolicyContext[] {
  const samples = [1, 2, 3, 4].map(sampleContext);
  const rates = [0, 1].flatMap((errorRate) => [0, 1].map((repeatRate) => ({ errorRate, repeatRate })));
  const scores = [[0], [0, 0, 0], [Number.MAX_VALUE, Number.MAX_VALUE], [Number.MIN_VALUE, 0, 1]];
  return samples.flatMap((sample) => [
    ...rates.map((each) => ({ ...sample, rates: each })),
    ...[0, 1e-9, 2].map((exponent) => ({ ...sample, exponent })),
    ...[1, 50, Infinity].map((rollbacksLeft) => ({ ...sample, rollbacksLeft })),
    ...scores.flatMap((each) => [
      { ...withScores(sample, each), costs: each.map(() => 1e-12) },
      { ...withScores(sample, each), costs: each.map(() => 1e12) },
    ]),
  ]);
}

function withScores(sample: PolicyContext, scores: readonly number[]): PolicyContext {
  const { startAt } = sample;
  const shortened: PolicyContext["startAt"] = (alpha) => {
    const bound = startAt(alpha);
    return bound === undefined ? undefined : { ...bound, start: Math.min(bound.start, scores.length - 1) };
  };
  return { ...sample, tries: [{ scores, start: 0 }], startAt: shortened };
}
