import { describe, expect, it } from "vitest";

import type { LearnOnce, LearntRun } from "./learn-from-nothing.ts";
import { learningClaims } from "./learning-claims.ts";
import { learningFigures } from "./learning-figures.ts";
import { learningMarkdown } from "./learning-tables.ts";

const LENGTHS = { failures: 300, replayed: 200 };

/** A failed run that restarting recovers by 10 steps. */
const run = (byRetries: number, byReplays: number | undefined, ok = true): LearntRun => ({
  restarted: { redone: 10, ok: true },
  byRetries: { redone: byRetries, ok },
  ...(byReplays === undefined ? {} : { byReplays: { redone: byReplays, ok: true, replayed: 4 } }),
});

/** A sequence whose retries cost less with each hundred, and with replays sooner. */
const sequence = (more: number, ok = true): LearnOnce => ({
  runs: Array.from({ length: 300 }, (_, at) => {
    const hundred = Math.floor(at / 100);
    return run(10 - hundred + more, hundred > 1 ? undefined : 9 - 2 * hundred + more, ok);
  }),
  versions: [4, 6],
});

describe("the figures of learning", () => {
  it("compare steps and recoveries with restarting's, by each hundred and each fifty", () => {
    const figures = learningFigures("team", LENGTHS, [sequence(0), sequence(0.5)]);
    expect(figures.retries.map(({ span }) => span.join("-"))).toEqual(
      "1-100 101-200 201-300 1-50 51-100 101-150 151-200 201-250 251-300".split(" "),
    );
    expect(figures.retries[2]).toEqual({
      span: [201, 300],
      steps: { mean: 0.825, standardError: expect.any(Number) },
      recovered: { mean: 0, standardError: 0 },
    });
    expect(figures.retries[2]?.steps.standardError).toBeGreaterThan(0);
    expect(figures.replays[1]).toMatchObject({ span: [101, 200], steps: { mean: 0.725 } });
    expect(figures.replays[1]?.replayed).toEqual({ mean: 4, standardError: 0 });
    expect(figures).toMatchObject({ sequences: 2, restarted: 10, versions: [4, 6] });
  });

  it("hold or miss the aims", () => {
    const missed = (sequences: readonly LearnOnce[]): readonly string[] =>
      learningClaims([learningFigures("team", LENGTHS, sequences)])
        .filter(({ holds }) => !holds)
        .map(({ sentence }) => sentence);
    expect(missed([sequence(0), sequence(0.1)])).toEqual([]);
    expect(missed([sequence(2), sequence(2.1)])).toHaveLength(3);
    expect(missed([sequence(0, false), sequence(0, false)])).toHaveLength(3);
  });

  it("stand in two tables with what cannot be refuted", () => {
    const figures = [learningFigures("team", LENGTHS, [sequence(0), sequence(3)])];
    const markdown = learningMarkdown(figures, learningClaims(figures));
    expect(markdown).toMatch(/\| team +\| +201 to 250 \| +\.95 ± \.15 \|/);
    expect(markdown).toMatch(/\| team +\| +101 to 200 \| +1\.05 ± \.15 \| +\.00 ± \.00 \| +\.85 ± \.15 \|/);
    expect(markdown).toContain("- open: team, with replays: over failures 101 to 200");
  });
});
