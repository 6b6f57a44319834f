import { featureCache, fitLogitScorer } from "@langgraph-rollback/attribution";
import { bootstrapInterval } from "@langgraph-rollback/attribution/conformal/evaluation";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";
import { crossValidate } from "../folds/cross-validate.ts";
import { shareAmongFirst } from "../folds/share-among-first.ts";
import { unsureRuns } from "../../fixtures/unsure-team.ts";

/** Of each team. */
const RUNS = 100;
const SEED = 1;

/** Share of draws in which each run's first step is the decisive one, by cross-validation. */
async function rightFirst(labelled: readonly LabelledTrajectory[]): Promise<readonly number[]> {
  const features = featureCache();
  const draws = await crossValidate(
    { labelled },
    (some) => fitLogitScorer(some, { features }),
    { folds: 5, splits: 3, seed: SEED },
    async () => {},
  );
  return labelled.map(({ label }, at) =>
    mean(draws.map((runs) => shareAmongFirst(runs[at]?.stepScores ?? [], label.decisiveStep, 1))),
  );
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const withoutLogprobs = (run: LabelledTrajectory): LabelledTrajectory => ({
  ...run,
  steps: run.steps.map((step) => {
    const { logprobs: _, ...rest } = step;
    return rest;
  }),
});

/** Top-1 with log-probabilities and without, and what they add to it, over the runs of teams with a seed each. */
async function gain(signal: number, seeds: readonly number[]) {
  const told: number[] = [];
  const untold: number[] = [];
  for (const seed of seeds) {
    const runs = await unsureRuns({ runs: RUNS, signal, seed });
    told.push(...(await rightFirst(runs)));
    untold.push(...(await rightFirst(runs.map(withoutLogprobs))));
  }
  const added = told.map((value, at) => value - (untold[at] ?? 0));
  const interval = bootstrapInterval(added, SEED) ?? { lower: Number.NaN, upper: Number.NaN };
  const figures = { with: mean(told), without: mean(untold), added: mean(added), ...interval };
  const words = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  process.stdout.write(`SIMULATED, signal ${signal}, ${told.length} runs: ${words.join(", ")}\n`);
  return figures;
}

describe("what log-probabilities add to the local scorer, SIMULATED by a server of OpenAI's protocol", () => {
  it.each([0.5, 1])(
    "is told from nothing where the tokens of mistakes are less likely: %d",
    async (signal) => {
      const { lower } = await gain(signal, [1]);
      expect(lower).toBeGreaterThan(0);
    },
  );

  it("is nothing that could be told from chance where probabilities say nothing of mistakes", async () => {
    const { lower, upper } = await gain(0, [1, 2, 3]);
    expect(lower).toBeLessThanOrEqual(0);
    expect(upper).toBeGreaterThanOrEqual(0);
  });
});
