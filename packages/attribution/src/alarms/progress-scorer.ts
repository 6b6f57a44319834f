import { createHash } from "node:crypto";
import { z } from "zod";

import { ridgeLogistic } from "../conformal/ridge-logistic.ts";
import { GATHER_BOTH, NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import { fitScaling, standardise } from "../logit/standardise.ts";
import type { Step, Trajectory } from "../trajectory/index.ts";
import { canonicalJson } from "../scorers/model-fingerprint.ts";
import { PROCESS_FEATURES, processCourse, processFeatures } from "./process-features.ts";

const RIDGE = 3;
/** Right runs, and wrong ones. */
const FEWEST = 20;

/** A run that has ended, as its steps, and whether it was right. */
export interface JudgedSteps extends Pick<Trajectory, "steps"> {
  readonly right: boolean;
}

/** Weights that the process of runs has taught about their ends. Plain JSON; holds no text. */
export interface ProgressModel {
  readonly kind: "progress";
  /** Mean and deviation of each feature, and weights in these units; shape [9] each. */
  readonly means: readonly number[];
  readonly deviations: readonly number[];
  readonly weights: readonly number[];
  readonly intercept: number;
}

/**
 * Fits a score for each prefix of a run to the outcomes of runs, without a model: ridge logistic regression on how the run goes. It looks at errors, repetitions, the
 * growth of texts, calls of tools and time; at nothing that the texts say. Give its scores to `fitAlarm` and `calibrateAlarm`.
 *
 * @param runs that are not used to calibrate the alarm
 * @throws {NotEnoughLabelsError} unless 20 are right and 20 are wrong
 */
export function fitProgressScorer(runs: readonly JudgedSteps[]): ProgressModel {
  for (const wanted of [true, false]) {
    const count = runs.filter(({ right }) => right === wanted).length;
    if (count < FEWEST)
      throw new NotEnoughLabelsError(
        `Fitting the progress of runs (${wanted ? "right" : "wrong"} ones)`,
        FEWEST,
        count,
        GATHER_BOTH,
      );
  }
  const prefixes = runs.flatMap(({ right, ...run }) =>
    processFeatures(run).map((features) => ({ features, right })),
  );
  const rows = prefixes.map(({ features }) => features);
  const scaling = fitScaling(rows);
  const { coefficients, intercept } = ridgeLogistic(
    rows.map((row) => standardise(row, scaling)),
    prefixes.map(({ right }) => right),
    RIDGE,
  );
  return { kind: "progress", ...scaling, weights: coefficients, intercept };
}

/**
 * Probability after each step that a run is on a right way, by how it has gone so far.
 *
 * @returns in [0, 1], shape [l]; of a prefix they are the same as of the whole run
 */
export function progressScores(model: ProgressModel, run: Pick<Trajectory, "steps">): readonly number[] {
  return run.steps.map(progressCourse(model));
}

/** Gives the same scores step after step, as the steps come: each once, in order. */
export function progressCourse(model: ProgressModel): (step: Step) => number {
  const featuresAfter = processCourse();
  return (step) => {
    const odds = standardise(featuresAfter(step), model).reduce(
      (sum, value, at) => sum + value * (model.weights[at] ?? 0),
      model.intercept,
    );
    return 1 / (1 + Math.exp(-odds));
  };
}

/** Names the scores of a model: it changes with any of its numbers. */
export function progressFingerprint(model: ProgressModel): string {
  const digest = createHash("sha256").update(canonicalJson(model)).digest("hex");
  return `progress-${digest.slice(0, 16)}`;
}

const numbers = z.array(z.number()).length(PROCESS_FEATURES);

/** @internal */
export const progressModelSchema: z.ZodType<ProgressModel> = z.object({
  kind: z.literal("progress"),
  means: numbers,
  deviations: z.array(z.number().positive()).length(PROCESS_FEATURES),
  weights: numbers,
  intercept: z.number(),
});
