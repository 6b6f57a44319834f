import { scorerMetrics } from "@langgraph-rollback/attribution/conformal/evaluation";
import { describe, expect, it } from "vitest";

import { VARIANTS } from "../failures/variant.ts";
import { drawnLengths, whoAndWhenLengths } from "./labelled-length.ts";
import { SIMULATED_SCORERS, simulatedRuns } from "./simulated-scorer.ts";

describe("a simulated scorer", () => {
  const failures = drawnLengths("uniform", { count: 20_000, seed: 5 });

  it.each(SIMULATED_SCORERS)("has the AUROC that it is named by: $name", (scorer) => {
    const runs = simulatedRuns(failures, scorer, 1);
    const examples = runs.map(({ decisiveSteps: [decisiveStep = 0], stepScores }) => ({
      decisiveStep,
      stepScores,
    }));
    expect(scorerMetrics(examples).auroc).toBeCloseTo(scorer.auroc, 2);
  });

  it("gives scores in (0, 1), and the same ones for the same seed", () => {
    for (const scorer of SIMULATED_SCORERS) {
      const runs = simulatedRuns(failures.slice(0, 100), scorer, 1);
      expect(runs).toEqual(simulatedRuns(failures.slice(0, 100), scorer, 1));
      for (const score of runs.flatMap(({ stepScores }) => stepScores)) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThan(1);
      }
    }
  });
});

describe("drawn failures", () => {
  it.each(VARIANTS)(
    "have 8.5 steps on average and their decisive step where the variant has it: %s",
    (variant) => {
      const drawn = drawnLengths(variant, { count: 3000, seed: 2 });
      const mean = drawn.reduce((sum, { length }) => sum + length, 0) / drawn.length;
      expect(Math.abs(mean - 8.5)).toBeLessThan(0.2);
      const [least, most] = { left: [0, 1 / 3], mid: [1 / 3, 2 / 3], right: [2 / 3, 1], uniform: [0, 1] }[
        variant
      ];
      for (const { decisiveStep, length } of drawn) {
        expect(decisiveStep / length).toBeGreaterThanOrEqual(least ?? 0);
        expect(decisiveStep / length).toBeLessThan(most ?? 1);
      }
    },
  );

  it("of Who&When are the 111 that the repository has positions of", () => {
    const lengths = whoAndWhenLengths();
    expect(lengths).toHaveLength(111);
    for (const { decisiveStep, length } of lengths) expect(decisiveStep).toBeLessThan(length);
  });
});
