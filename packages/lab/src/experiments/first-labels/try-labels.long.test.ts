import { beforeAll, describe, expect, it } from "vitest";

import { mean } from "../figure.ts";
import { SUPPORT, systemNamed } from "../../systems/systems.ts";
import { type TriedLabels, tryLabels } from "./try-labels.ts";

const FRESH = 40;

const standardError = (values: readonly number[]): number => {
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
};

/** A simulated agent. Measured figures stand in docs/benchmarks.md; these bounds leave room for forty failures. */
describe("what an agent gets with the labels that it has", () => {
  let rounds: readonly TriedLabels[] = [];
  beforeAll(async () => {
    rounds = await tryLabels(await systemNamed(SUPPORT), {
      seed: 7,
      sizes: [5, 15, 54, 130],
      fresh: FRESH,
    });
  }, 600_000);

  const triedWith = (size: number) => {
    const round = rounds.find((each) => each.size === size);
    const runs = round?.runs ?? [];
    const firsts = runs.map(({ first }) => first);
    return {
      forecast: round?.forecast ?? { redone: Number.NaN, standardError: Number.NaN },
      kept: mean(runs.map(({ isKept }) => Number(isKept))),
      redone: mean(runs.map(({ redone }) => redone)),
      recovered: mean(runs.map(({ ok }) => Number(ok))),
      first: { mean: mean(firsts), error: standardError(firsts) },
    };
  };

  it.each([15, 54, 130])("of %i labels: rollbacks that keep steps, and recover as often", (n) => {
    const restarted = triedWith(0);
    const { first, forecast, kept, redone, recovered } = triedWith(n);
    expect(Math.abs(forecast.redone - first.mean)).toBeLessThan(
      3 * Math.hypot(forecast.standardError, first.error),
    );
    expect(kept).toBeGreaterThan(0.5);
    expect(redone / restarted.redone).toBeLessThan(0.8);
    expect(recovered).toBeGreaterThan(restarted.recovered - 0.1);
  });

  it("of 5 labels: no more steps redone than by restarts", () => {
    const restarted = triedWith(0);
    const { redone, recovered } = triedWith(5);
    expect(redone).toBeLessThanOrEqual(restarted.redone * 1.05);
    expect(recovered).toBeGreaterThan(restarted.recovered - 0.1);
  });
});
