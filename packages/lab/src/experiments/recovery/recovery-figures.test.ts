import { describe, expect, it } from "vitest";

import { KINDS, onlineFigures } from "./online-sequences.ts";
import { pooledFigures } from "./pooled-versions.ts";
import { DELTA, recoveryCells } from "./recovery-cells.ts";

/** A made-up pool of a hundred failed runs by their K; the last count is of those that no rollback recovered. */
const poolOf = (...counts: readonly number[]): readonly number[] =>
  counts.flatMap((count, at) => Array<number>(count).fill(at + 1));

const ROUNDS = { average: 120, delta: 120 };

describe("cells of calibrations that are drawn from a pool", () => {
  const cells = recoveryCells(poolOf(60, 20, 8, 12), ROUNDS, 1);

  it("miss at most alpha of fresh runs, and promise with delta what is true in all but delta of calibrations", () => {
    expect(cells).toHaveLength(15);
    for (const { alpha, missed, untrue } of cells) {
      expect(missed.mean).toBeLessThanOrEqual(alpha + 3 * missed.standardError);
      expect(untrue).toBeLessThanOrEqual(DELTA + 3 * Math.sqrt((DELTA * (1 - DELTA)) / ROUNDS.delta));
    }
  });

  it("find lambda to be the order statistic, counted without the package's arithmetic", () => {
    expect(cells.map(({ otherRank }) => otherRank)).toEqual(cells.map(() => 0));
  });

  it("count calibrations apart that promise nothing: those that promise may be the lucky ones", () => {
    for (const { missed, missedWherePromised, unpromised } of cells)
      expect(missed.mean).toBeCloseTo((1 - unpromised) * (missedWherePromised ?? 0), 9);
    const lucky = cells.find(({ alpha, n }) => alpha === 0.1 && n === 20);
    expect(lucky?.unpromised).toBeGreaterThan(0.5);
    // 12 of a hundred runs are never recovered, so that every promise at alpha .1 is broken by the pool.
    expect(lucky?.missedWherePromised).toBeGreaterThanOrEqual(0.12);
  });
});

describe("sequences under the account of silent failures", () => {
  const versions = [poolOf(80, 15, 5, 0), poolOf(40, 10, 10, 40)];

  it.each(KINDS)("%s: keep both bounds at every time and in every window", (kind) => {
    const figures = onlineFigures(versions, { alpha: 0.2, kind, length: 600, seed: 1, sequences: 4 });
    expect(figures.mostAboveShare).toBeLessThanOrEqual(1e-9);
    expect(figures.mostAboveWindow).toBeLessThanOrEqual(figures.most + 1e-9);
    expect(figures.silent + figures.handedOver).toBeCloseTo(figures.unrecovered, 12);
  });

  it("are driven by the adversary to the bound of a window, less the credit of one run", () => {
    const figures = onlineFigures(versions, {
      alpha: 0.2,
      kind: "adversary",
      length: 600,
      seed: 1,
      sequences: 4,
    });
    expect(figures.mostAboveWindow).toBeGreaterThan(figures.most - 1);
    expect(figures.silent).toBeGreaterThan(0.19);
  });
});

describe("a calibration on versions that get worse", () => {
  const [good, bad] = [poolOf(80, 15, 5, 0), poolOf(40, 10, 20, 30)];
  const at = (versions: readonly (readonly number[])[]) =>
    pooledFigures(versions, 60, 1).find(({ alpha }) => alpha === 0.2);

  it("breaks the promise for the next one", () => {
    expect(at([good, good, bad])?.pooled.mean).toBeGreaterThan(0.3);
  });

  it("keeps it where the next one is no worse, and on runs of that one alone", () => {
    for (const missed of [at([good, good, good])?.pooled, at([good, good, bad])?.own])
      expect(missed?.mean).toBeLessThanOrEqual(0.2 + 3 * (missed?.standardError ?? 0));
  });
});
