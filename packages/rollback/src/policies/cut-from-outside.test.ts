import { describe, expect, inject, it } from "vitest";

import { learn, playPolicy } from "../testing/play-policy.ts";
import { drawFailure, simulatedWorld } from "../testing/simulated-world.ts";
import { escalate, leastCost, restart, toSet } from "./index.ts";
import type { Policy } from "./policy.ts";

const RUNS = inject("allRounds") ? 4000 : 600;
/** m, rollbacks that every policy plans for. */
const MAX = 3;
const RATES = { errorRate: 0.03, repeatRate: 0.15 };
const SIGNAL = 1.4;
const ALPHA = 0.2;
const learnt = learn(simulatedWorld(RATES, SIGNAL, 0), 100);

/** A simulated run that fails, rolled back. A seed decides the run and the luck of its retries. */
function played(
  policy: Policy,
  seed: number,
  rollbacks: number,
): { readonly within: (lambda: number) => boolean } {
  const world = simulatedWorld(RATES, SIGNAL, seed);
  const failure = drawFailure(world);
  const { recovered, starts } = playPolicy(policy, world, failure, {
    learnt,
    rollbacks,
    rates: RATES,
    alpha: ALPHA,
  });
  return { within: (lambda) => recovered && starts.length <= lambda };
}

/** Lets a policy plan as before, and ends the run after so many rollbacks. */
const cutAfter = (lambda: number, policy: Policy): Policy => ({
  ...policy,
  decide: (context) =>
    context.tries.length > lambda ? { kind: "give-up", reason: "cut" } : policy.decide(context),
});

const seeds = Array.from({ length: RUNS }, (_, at) => at + 1);
const audited = (policy: Policy, lambda: number): readonly boolean[] =>
  seeds.map((seed) => played(policy, seed, MAX).within(lambda));
const share = (recovered: readonly boolean[]): number => recovered.filter(Boolean).length / recovered.length;

describe("runs that are cut after lambda rollbacks, beside audited ones that are allowed m", () => {
  const policies = [leastCost(), toSet(), restart(), escalate({ alphas: [0.4, 0.2, 0.1] })];

  it.each(policies)(
    "are recovered within lambda in the same runs if $name plans for m in all of them",
    (policy) => {
      for (const lambda of [1, 2]) {
        const cut = seeds.map((seed) => played(cutAfter(lambda, policy), seed, MAX).within(lambda));
        expect(cut).toEqual(audited(policy, lambda));
      }
    },
  );

  it("are recovered within 1 in a larger share if leastCost is told so as `rollbacksLeft`: K is then not one quantity", () => {
    const told = seeds.map((seed) => played(leastCost(), seed, 1).within(1));
    const planned = audited(leastCost(), 1);
    const differing = told.filter((recovered, at) => recovered !== planned[at]).length;
    // Each run that differs moves the sum by one: its standard deviation is at most the root of their number.
    expect((share(told) - share(planned)) * RUNS).toBeGreaterThan(3 * Math.sqrt(differing));
    expect(differing).toBeGreaterThan(0);
  });
});
