import type { EnsembleMember, FitScorer, StepScorer } from "@langgraph-rollback/attribution";
import {
  firstDecisive,
  type LabelledRun,
  type SetMethod,
  seededRandom,
} from "@langgraph-rollback/attribution/conformal";
import {
  type Evaluation,
  evaluateSplits,
  type EvaluateSplitsOptions,
  evaluationTally,
  evenSplit,
  meanAndStd,
  redrawn,
  type ScorerMetrics,
  scorerMetrics,
} from "@langgraph-rollback/attribution/conformal/evaluation";
import { EvaluationError } from "@langgraph-rollback/lab/errors";
import { givenSetOptions, type SetOptionValues } from "../options/set-options.ts";
import type { Output } from "../terminal/output.ts";
import { withProgress } from "../terminal/with-progress.ts";
import type { EvaluationReport, ScorerFigures } from "./evaluation-report.ts";
import { crossScores, type Failures, pickFailures, scoreAll, splitScores } from "./learnt-split.ts";
import { pause } from "./pause.ts";
import { splitSizes } from "./split-sizes.ts";
import { unitSplit } from "./unit-split.ts";

/** Methods to measure, and number of repetitions. */
export interface MeasureOptions extends SetOptionValues {
  readonly methods: readonly SetMethod[];
  /** Tolerated miss rate, in (0, 1). */
  readonly alpha: number;
  readonly splits: number;
  readonly seed: number;
  /** Let a scorer that learns fit and calibrate on the same half, by folds. */
  readonly cross?: boolean | undefined;
  /** Further miss rates, for curves; default none. */
  readonly curve?: readonly number[];
  /** Title of the progress bar; default says whether scorers are fitted. */
  readonly title?: string;
}

/** Results of the splits. */
export type MeasuredSets = Pick<EvaluationReport, "curve" | "evaluation" | "guarantee" | "scorer" | "sizes">;

/** Splits that a curve takes: its noise is then well below the width of its line. */
const CURVE_SPLITS = 200;

/** Fewer leave a calibration half of one, which cannot both fit and calibrate. */
const FEWEST_TO_FIT = 4;

/**
 * Measures the sets that a scorer gives on labelled failures, over random even splits. The same seed gives the same splits,
 * whatever the scorer.
 *
 * @param scorer as it is, or how to learn it: it is learnt anew in each split, inside the calibration half
 * @throws {EvaluationError} on a trajectory without steps, and on too few trajectories to fit a scorer on
 */
export async function measureSets(
  failures: Failures,
  scorer: EnsembleMember,
  options: MeasureOptions,
  output: Output,
): Promise<MeasuredSets> {
  return typeof scorer === "function"
    ? measureLearnt(failures, scorer, options, output)
    : measureFixed(failures, scorer, options, output);
}

/** A scorer that does not learn scores once for all splits. */
async function measureFixed(
  { labelled, units }: Failures,
  scorer: StepScorer,
  options: MeasureOptions,
  output: Output,
): Promise<MeasuredSets> {
  const { alpha, curve: alphas = [], seed, splits, title = "Evaluating" } = options;
  const examples = await scoreAll(labelled, scorer);
  const shape: Omit<EvaluateSplitsOptions, "alpha"> = {
    ...shapeOf(options, scorer.shares === true),
    ...(units === undefined ? {} : { units, draw: (random) => unitSplit(units, random) }),
  };
  return withProgress(output, title, alphas.length + 1, async (progress) => {
    const evaluate = async (rate: number, most: number): Promise<Evaluation> => {
      const evaluation = evaluateSplits(examples, { ...shape, alpha: rate, seed, splits: most });
      progress.advance();
      await pause();
      return evaluation;
    };
    const evaluation = await evaluate(alpha, splits);
    const curve: Evaluation[] = [];
    for (const rate of alphas) curve.push(await evaluate(rate, Math.min(splits, CURVE_SPLITS)));
    const sizes = splitSizes(labelled.length, { alpha, learns: false });
    const metrics = [scorerMetrics(examples.map(withFirst))];
    return { sizes, guarantee: "exact", evaluation, curve, scorer: scorerFigures(metrics) };
  });
}

/** A scorer that learns is fitted anew in each split. */
async function measureLearnt(
  failures: Failures,
  fit: FitScorer,
  options: MeasureOptions,
  output: Output,
): Promise<MeasuredSets> {
  const { alpha, cross, curve: alphas = [], seed, splits, title = "Fitting and evaluating" } = options;
  const { labelled, units } = failures;
  if (labelled.length < FEWEST_TO_FIT) {
    throw new EvaluationError(
      `Expected at least ${FEWEST_TO_FIT} labelled trajectories to fit and calibrate on, got ${labelled.length}.`,
    );
  }
  const sizes = splitSizes(labelled.length, { alpha, cross, delta: options.delta, learns: true });
  const random = seededRandom(seed);
  // Our fitted scorers give shares that sum to 1.
  const shape = shapeOf(options, true);
  const main = evaluationTally({ ...shape, alpha });
  const tallies = alphas.map((rate) => evaluationTally({ ...shape, alpha: rate }));
  const metrics: ScorerMetrics[] = [];
  return withProgress(output, title, splits, async (progress) => {
    for (let split = 0; split < splits; split += 1) {
      const halves = units === undefined ? evenSplit(labelled.length, random) : unitSplit(units, random);
      const calibration = pickFailures(failures, halves.calibration);
      const test = pickFailures(failures, halves.test);
      const scored =
        cross === true
          ? await crossScores(calibration, test, fit)
          : await splitScores(calibration, test, fit, sizes.fitted);
      const testUnits = halves.test.map((index) => units?.[index] ?? index);
      metrics.push(scorerMetrics(scored.test.map(withFirst)));
      const drawn = {
        calibration: redrawn(scored.calibration, split),
        test: redrawn(scored.test, split),
        testUnits,
      };
      main.add(drawn);
      if (split < CURVE_SPLITS) for (const tally of tallies) tally.add(drawn);
      progress.advance();
      await pause();
    }
    const curve = tallies.map((tally) => tally.result());
    const guarantee = cross === true ? "approximate" : "exact";
    return { sizes, guarantee, evaluation: main.result(), curve, scorer: scorerFigures(metrics) };
  });
}

function shapeOf(options: MeasureOptions, shares: boolean): Omit<EvaluateSplitsOptions, "alpha"> {
  const { cross, methods } = options;
  return {
    methods,
    ...(shares ? { shares } : {}),
    ...givenSetOptions(options),
    ...(cross === true ? { approximate: "the scorer was fitted on the half that calibrates" } : {}),
  };
}

const withFirst = (run: LabelledRun) => ({ stepScores: run.stepScores, decisiveStep: firstDecisive(run) });

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
