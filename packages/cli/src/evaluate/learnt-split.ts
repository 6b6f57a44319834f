import {
  featureCache,
  type FitScorer,
  fitLogitScorer,
  fitPositionScorer,
  labelledRun,
  type StepScorer,
} from "@langgraph-rollback/attribution";
import type { SplitExamples } from "@langgraph-rollback/conformal/evaluation";
import type { LabelledRun } from "@langgraph-rollback/conformal";
import type { LabelledTrajectory } from "@langgraph-rollback/trajectory";

/** Fits the scorer of that name, again and again; features of a trajectory are computed once for all fits. */
export function fitterOf(name: "position" | "logit"): FitScorer {
  if (name === "position") return fitPositionScorer;
  const features = featureCache();
  return (labelled) => fitLogitScorer(labelled, { features });
}

/**
 * Fits on one part of the calibration half and scores the rest of it and the test half: all that are scored are
 * strangers to the scorer alike, so coverage is exact.
 *
 * @param calibration in random order
 * @param fitted      how many of them fit
 */
export async function splitScores(
  calibration: readonly LabelledTrajectory[],
  test: readonly LabelledTrajectory[],
  fit: FitScorer,
  fitted: number,
): Promise<SplitExamples> {
  const scorer = await fit(calibration.slice(0, fitted));
  return {
    calibration: await scoreAll(calibration.slice(fitted), scorer),
    test: await scoreAll(test, scorer),
  };
}

const FOLDS = 5;

/**
 * Scores each fifth of the calibration half by a scorer fitted on the other four, and the test half by one fitted on the
 * whole of it. No label is lost, but the two kinds of scores are not quite alike: coverage is approximate.
 */
export async function crossScores(
  calibration: readonly LabelledTrajectory[],
  test: readonly LabelledTrajectory[],
  fit: FitScorer,
): Promise<SplitExamples> {
  const held: LabelledRun[] = [];
  for (let fold = 0; fold < Math.min(FOLDS, calibration.length); fold += 1) {
    const isHeld = (_: unknown, index: number) => index % FOLDS === fold;
    const scorer = await fit(calibration.filter((each, index) => !isHeld(each, index)));
    held.push(...(await scoreAll(calibration.filter(isHeld), scorer)));
  }
  return { calibration: held, test: await scoreAll(test, await fit(calibration)) };
}

/** Scores one trajectory after the other. */
export async function scoreAll(
  trajectories: readonly LabelledTrajectory[],
  scorer: StepScorer,
): Promise<readonly LabelledRun[]> {
  const runs: LabelledRun[] = [];
  for (const trajectory of trajectories)
    runs.push(labelledRun(trajectory, await scorer.score(trajectory)));
  return runs;
}
