import {
  constantScorer,
  type EnsembleMember,
  featureCache,
  firstWriteScorer,
  type FitScorer,
  fitLogitScorer,
  fitPositionScorer,
  labelledRun,
  type StepScorer,
} from "@langgraph-rollback/attribution";
import type { LabelledRun } from "@langgraph-rollback/attribution/conformal";
import type { SplitExamples } from "@langgraph-rollback/attribution/conformal/evaluation";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import type { ScorerName } from "../options/scorer-name.ts";
import { cutBetweenUnits, foldsByUnit } from "./unit-split.ts";

/** Labelled failures, and what they must not be parted from. */
export interface Failures {
  readonly labelled: readonly LabelledTrajectory[];
  /** The unit of each failure. Failures of one unit, such as runs of one task, are on the same side of every split. Absent: each is a unit. */
  readonly units?: readonly string[] | undefined;
}

/** The failures at these positions, in this order. */
export function pickFailures({ labelled, units }: Failures, positions: readonly number[]): Failures {
  return {
    labelled: positions.flatMap((position) => labelled[position] ?? []),
    units: units && positions.flatMap((position) => units[position] ?? []),
  };
}

/** The scorer of that name, or how to fit it, again and again; features of a trajectory are computed once for all fits. */
export function localScorer(name: ScorerName): EnsembleMember {
  if (name === "constant") return constantScorer();
  if (name === "first-write") return firstWriteScorer();
  if (name === "position") return fitPositionScorer;
  const features = featureCache();
  return (labelled) => fitLogitScorer(labelled, { features });
}

/**
 * Fits on one part of the calibration half and scores the rest of it and the test half: all that are scored are
 * strangers to the scorer alike, so coverage is exact.
 *
 * @param calibration in random order
 * @param fitted      how many of them fit; as near to it as whole units allow
 */
export async function splitScores(
  { labelled, units }: Failures,
  test: Failures,
  fit: FitScorer,
  fitted: number,
): Promise<SplitExamples> {
  const cut = units === undefined ? fitted : cutBetweenUnits([...units.keys()], units, fitted);
  const scorer = await fit(labelled.slice(0, cut));
  return {
    calibration: await scoreAll(labelled.slice(cut), scorer),
    test: await scoreAll(test.labelled, scorer),
  };
}

const FOLDS = 5;

/**
 * Scores each fifth of the calibration half by a scorer fitted on the other four, and the test half by one fitted on the
 * whole of it. No label is lost, but the two kinds of scores are not quite alike: coverage is approximate.
 */
export async function crossScores(
  { labelled, units }: Failures,
  test: Failures,
  fit: FitScorer,
): Promise<SplitExamples> {
  const held: LabelledRun[] = [];
  const folds = units === undefined ? labelled.map((_, index) => index % FOLDS) : foldsByUnit(units, FOLDS);
  for (const fold of new Set(folds)) {
    const isHeld = (_: unknown, index: number) => folds[index] === fold;
    const scorer = await fit(labelled.filter((each, index) => !isHeld(each, index)));
    for (const each of await scoreAll(labelled.filter(isHeld), scorer)) held.push(each);
  }
  return { calibration: held, test: await scoreAll(test.labelled, await fit(labelled)) };
}

/** Scores one trajectory after the other. */
export async function scoreAll(
  trajectories: readonly LabelledTrajectory[],
  scorer: StepScorer,
): Promise<readonly LabelledRun[]> {
  const runs: LabelledRun[] = [];
  for (const trajectory of trajectories) runs.push(labelledRun(trajectory, await scorer.score(trajectory)));
  return runs;
}
