import { describe, expect, it } from "vitest";

import { leastCost, restart, topOne } from "../policies/index.ts";
import { type RollbackSimulation, simulateRollbacks, type SimulatedRun } from "./simulate-rollbacks.ts";

const WORLD: RollbackSimulation = {
  rates: { errorRate: 0.03, repeatRate: 0.1 },
  signal: 1.8,
  runs: 400,
  seed: 1,
};

const sum = (runs: readonly SimulatedRun[], value: (run: SimulatedRun) => number): number =>
  runs.reduce((total, run) => total + value(run), 0);

describe("simulated rollbacks", () => {
  it("are the same for the same seed, and others for another", () => {
    const runs = simulateRollbacks(leastCost(), WORLD);
    expect(simulateRollbacks(leastCost(), WORLD)).toEqual(runs);
    expect(simulateRollbacks(leastCost(), { ...WORLD, seed: 2 })).not.toEqual(runs);
  });

  it("give every policy the same failed runs", () => {
    const lengths = [leastCost(), restart(), topOne()].map((policy) =>
      simulateRollbacks(policy, WORLD).map(({ length }) => length),
    );
    expect(lengths[1]).toEqual(lengths[0]);
    expect(lengths[2]).toEqual(lengths[0]);
  });

  it("let a restart run every step again and always reach the mistake", () => {
    for (const { length, reached, redone } of simulateRollbacks(restart(), { ...WORLD, rollbacks: 1 })) {
      expect(reached).toBe(true);
      expect(redone).toBe(length);
    }
  });

  it("let the default recover about as many runs as restarting, with fewer steps", () => {
    const [planned, restarted] = [leastCost(), restart()].map((policy) => simulateRollbacks(policy, WORLD));
    const recovered = (runs: readonly SimulatedRun[] = []): number =>
      sum(runs, (run) => Number(run.recovered));
    expect(recovered(planned)).toBeGreaterThan(0.95 * recovered(restarted));
    expect(sum(planned ?? [], ({ redone }) => redone)).toBeLessThan(
      0.8 * sum(restarted ?? [], ({ redone }) => redone),
    );
  });

  it("have runs of the given lengths", () => {
    const runs = simulateRollbacks(restart(), { ...WORLD, lengths: [40, 40], runs: 5 });
    expect(runs.map(({ length }) => length)).toEqual([40, 40, 40, 40, 40]);
  });

  it.each([
    ["a rate of 0", { rates: { errorRate: 0, repeatRate: 0.1 } }, "`rates.errorRate` in (0, 1), got 0"],
    ["lengths that fall", { lengths: [5, 3] as const }, "the lesser first, got 5, 3"],
    ["no rollback", { rollbacks: 0 }, "`rollbacks` to be a whole number above 0, got 0"],
  ])("refuse %s", (_, change, message) => {
    expect(() => simulateRollbacks(restart(), { ...WORLD, ...change })).toThrow(message);
  });
});
