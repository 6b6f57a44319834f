import { constantScorer } from "@langgraph-rollback/attribution";
import { firstDecisive, type LabelledRun, seededRandom } from "@langgraph-rollback/conformal";
import {
  type Evaluation,
  evaluateSplits,
  type EvaluateSplitsOptions,
  evaluationTally,
  evenSplit,
  meanAndStd,
  type ScorerMetrics,
  scorerMetrics,
} from "@langgraph-rollback/conformal/evaluation";
import type { LabelledTrajectory } from "@langgraph-rollback/trajectory";
import { EvaluationError } from "../errors/evaluation-error.ts";
import type { Output } from "../terminal/output.ts";
import { givenSetOptions } from "../options/set-options.ts";
import { withProgress } from "../terminal/with-progress.ts";
import type { EvaluateOptions } from "./evaluate-options.ts";
import type { EvaluationReport, ScorerFigures, SplitSizes } from "./evaluation-report.ts";
import { crossScores, fitterOf, scoreAll, splitScores } from "./learnt-split.ts";
import { splitSizes } from "./split-sizes.ts";

/** Miss rates of the curves in a chart. */
const GRID = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9];
/** Splits that a curve takes: its noise is then well below the width of its line. */
const CURVE_SPLITS = 200;

/** Fewer leave a calibration half of one, which cannot both fit and calibrate. */
const FEWEST_TO_FIT = 4;

/** What the splits gave, without what is known beforehand. */
type Measured = Pick<EvaluationReport, "evaluation" | "curve" | "scorer">;

/**
 * Evaluates methods on labelled failures over random even splits.
 *
 * @throws {EvaluationError} on a trajectory without steps, and on too few trajectories to fit a scorer on
 */
export async function runEvaluation(
  labelled: readonly LabelledTrajectory[],
  options: EvaluateOptions,
  output: Output,
): Promise<EvaluationReport> {
  const sizes = splitSizes(labelled.length, options);
  const alphas = options.svg === undefined ? [] : GRID;
  const measured =
    options.scorer === "constant"
      ? await evaluateFixed(labelled, options, alphas, output)
      : await evaluateLearnt(labelled, { ...options, scorer: options.scorer }, alphas, sizes, output);
  const learnt = options.scorer !== "constant";
  return {
    options,
    n: labelled.length,
    sizes,
    guarantee: learnt && options.cross === true ? "approximate" : "exact",
    ...measured,
    positions: labelled.map(({ label, steps }) => (label.decisiveStep + 0.5) / steps.length),
  };
}

/** A scorer that does not learn scores once for all splits. */
async function evaluateFixed(
  labelled: readonly LabelledTrajectory[],
  options: EvaluateOptions,
  alphas: readonly number[],
  output: Output,
): Promise<Measured> {
  const { alpha, seed, splits } = options;
  const examples = await scoreAll(labelled, constantScorer());
  const shape = shapeOf(options);
  return withProgress(output, "Evaluating", alphas.length + 1, async (progress) => {
    const evaluate = async (rate: number, most: number): Promise<Evaluation> => {
      const evaluation = evaluateSplits(examples, { ...shape, alpha: rate, seed, splits: most });
      progress.advance();
      await pause();
      return evaluation;
    };
    const evaluation = await evaluate(alpha, splits);
    const curve: Evaluation[] = [];
    for (const rate of alphas) curve.push(await evaluate(rate, Math.min(splits, CURVE_SPLITS)));
    return { evaluation, curve, scorer: scorerFigures([scorerMetrics(examples.map(withFirst))]) };
  });
}

/** A scorer that learns is fitted anew in each split. */
async function evaluateLearnt(
  labelled: readonly LabelledTrajectory[],
  options: EvaluateOptions & { readonly scorer: "position" | "logit" },
  alphas: readonly number[],
  sizes: SplitSizes,
  output: Output,
): Promise<Measured> {
  const { alpha, cross, seed, splits } = options;
  if (labelled.length < FEWEST_TO_FIT) {
    throw new EvaluationError(
      `Expected at least ${FEWEST_TO_FIT} labelled trajectories to fit and calibrate on, got ${labelled.length}.`,
    );
  }
  const random = seededRandom(seed);
  const fit = fitterOf(options.scorer);
  const shape = shapeOf(options);
  const main = evaluationTally({ ...shape, alpha });
  const tallies = alphas.map((rate) => evaluationTally({ ...shape, alpha: rate }));
  const metrics: ScorerMetrics[] = [];
  return withProgress(output, "Fitting and evaluating", splits, async (progress) => {
    for (let split = 0; split < splits; split += 1) {
      const halves = evenSplit(labelled.length, random);
      const [calibration, test] = [pick(labelled, halves.calibration), pick(labelled, halves.test)];
      const scored =
        cross === true
          ? await crossScores(calibration, test, fit)
          : await splitScores(calibration, test, fit, sizes.fitted);
      metrics.push(scorerMetrics(scored.test.map(withFirst)));
      main.add(scored);
      if (split < CURVE_SPLITS) for (const tally of tallies) tally.add(scored);
      progress.advance();
      await pause();
    }
    const curve = tallies.map((tally) => tally.result());
    return { evaluation: main.result(), curve, scorer: scorerFigures(metrics) };
  });
}

/** Our local scorers give shares that sum to 1. */
function shapeOf(options: EvaluateOptions): Omit<EvaluateSplitsOptions, "alpha"> {
  const { cross, methods } = options;
  return {
    methods,
    shares: true,
    ...givenSetOptions(options),
    ...(cross === true ? { approximate: "the scorer was fitted on the half that calibrates" } : {}),
  };
}

const withFirst = (run: LabelledRun) => ({ stepScores: run.stepScores, decisiveStep: firstDecisive(run) });

/** Lets the bar be drawn and Ctrl-C be heard. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function pick<Value>(values: readonly Value[], indices: readonly number[]): readonly Value[] {
  return indices.flatMap((index) => values[index] ?? []);
}

function scorerFigures(metrics: readonly ScorerMetrics[]): ScorerFigures {
  const tolerances = metrics[0]?.accuracyWithin ?? [];
  return {
    auroc: meanAndStd(metrics.map(({ auroc }) => auroc)),
    auprc: meanAndStd(metrics.map(({ auprc }) => auprc)),
    accuracyWithin: tolerances.map((_, at) =>
      meanAndStd(metrics.map(({ accuracyWithin }) => accuracyWithin[at] ?? Number.NaN)),
    ),
  };
}
