import { estimateRates } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { learn, type Learnt, permute, playPolicy, type Told } from "../testing/play-policy.ts";
import { drawFailure, simulatedWorld } from "../testing/simulated-world.ts";
import { leastCost, type Policy, restart } from "./index.ts";
import type { Rates } from "./policy.ts";

const FAILURES = 2000;
const ALPHA = 0.1;

/** The rates of the worlds: how often a step errs, and how often a mistake is repeated. */
const WORLDS: readonly Rates[] = [
  { errorRate: 0.03, repeatRate: 0.1 },
  { errorRate: 0.08, repeatRate: 0.4 },
  { errorRate: 0.01, repeatRate: 0.05 },
  { errorRate: 0.03, repeatRate: 0.5 },
];

/** Share recovered and steps executed again a failure; the same failures each time, and the same luck of retries. */
function playAll(
  policy: Policy,
  rates: Rates,
  signal: number,
  told: Omit<Told, "alpha">,
  isPermuted = false,
) {
  const source = simulatedWorld(rates, signal, 99);
  let [recovered, redone] = [0, 0];
  for (let index = 0; index < FAILURES; index += 1) {
    const drawn = drawFailure(source);
    const failure = isPermuted ? permute(drawn, source.random) : drawn;
    const played = playPolicy(policy, simulatedWorld(rates, signal, 1000 + index), failure, {
      ...told,
      alpha: ALPHA,
    });
    if (played.recovered) recovered += 1;
    redone += played.redone;
  }
  return { recovered: recovered / FAILURES, redone: redone / FAILURES };
}

function worstOf(fooled: readonly Learnt[]): Learnt | undefined {
  return fooled.toSorted((a, b) => b.exponent - a.exponent)[0];
}

function countsOf(attempts: number, success: number) {
  const succeeded = Math.round(attempts * success);
  return { succeeded, failed: attempts - succeeded };
}

describe("leastCost in simulated worlds", () => {
  it.each(WORLDS)("loses at most 3 points of recovery with rates off by two, where they are %o", (rates) => {
    const learnt = learn(simulatedWorld(rates, 2, 1), 200);
    for (const rollbacks of [1, 2, 3]) {
      const known = playAll(leastCost(), rates, 2, { learnt, rollbacks, rates });
      for (const [ofErrors, ofRepeats] of [
        [0.5, 0.5],
        [0.5, 2],
        [2, 0.5],
        [2, 2],
      ] as const) {
        const off = { errorRate: rates.errorRate * ofErrors, repeatRate: rates.repeatRate * ofRepeats };
        const told = playAll(leastCost(), rates, 2, { learnt, rollbacks, rates: off });
        expect(told.recovered).toBeGreaterThan(known.recovered - 0.03);
      }
    }
  });

  it("restarts with permuted scores: exponent 0 in 19 of 20 calibrations, and restarting's recovery", () => {
    const [rates] = WORLDS;
    if (rates === undefined) throw new Error("Expected a world.");
    const calibrations = Array.from({ length: 100 }, (_, seed) =>
      learn(simulatedWorld(rates, 2, seed), 60, true),
    );
    const fooled = calibrations.filter(({ exponent }) => exponent > 0);
    expect(fooled.length).toBeLessThan(5 + 4 * Math.sqrt(100 * 0.05 * 0.95));
    // One of those, and the one that is fooled most.
    for (const learnt of [calibrations.find(({ exponent }) => exponent === 0), worstOf(fooled)]) {
      if (learnt === undefined) continue;
      const told = { learnt, rollbacks: 3, rates };
      const planned = playAll(leastCost(), rates, 2, told, true);
      const restarted = playAll(restart(), rates, 2, told, true);
      if (learnt.exponent === 0) expect(planned).toEqual(restarted);
      else expect(planned.recovered).toBeGreaterThan(restarted.recovered - 0.03);
    }
  });

  it.each(WORLDS)(
    "believes what is so, and learns how often mistakes are repeated from its own retries, where the rates are %o",
    (rates) => {
      const learnt = learn(simulatedWorld(rates, 2, 1), 400);
      // The rates that are believed of an agent without a history.
      const told = {
        learnt,
        rollbacks: 3,
        rates: estimateRates({ firstAttempts: [], redos: [] }),
        alpha: ALPHA,
      };
      const source = simulatedWorld(rates, 2, 7);
      const redos = Array.from(
        { length: 500 },
        () => playPolicy(leastCost(), source, drawFailure(source), told).redos,
      ).flat();
      const firstAttempts = [{ length: 8, ...countsOf(4000, (1 - rates.errorRate) ** 8) }];
      const found = estimateRates({ firstAttempts, redos });
      expect(Math.abs(found.repeatRate - rates.repeatRate)).toBeLessThan(0.06);
      const believed = redos.reduce((sum, { reach }) => sum + reach, 0) / redos.length;
      const reached = redos.filter((redo) => redo.reached).length / redos.length;
      expect(Math.abs(believed - reached)).toBeLessThan(0.04);
    },
  );

  it("recovers as many as restarting, within 2 points, for at most .73 of its steps", () => {
    const [rates] = WORLDS;
    if (rates === undefined) throw new Error("Expected a world.");
    const learnt = learn(simulatedWorld(rates, 2, 1), 200);
    for (const rollbacks of [2, 3, 4]) {
      const told = { learnt, rollbacks, rates };
      const planned = playAll(leastCost(), rates, 2, told);
      const restarted = playAll(restart(), rates, 2, told);
      expect(planned.recovered).toBeGreaterThan(restarted.recovered - 0.02);
      expect(planned.redone).toBeLessThan(0.73 * restarted.redone);
    }
  });
});
