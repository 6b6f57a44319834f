import {
  type Calibration,
  calibrate,
  calibrationSize,
  crossCalibrate,
  type EnsembleMember,
  type FirstAttempts,
  fitAndCalibrate,
  constantScorer,
  type PromiseAsked,
  readCalibration,
  scorerFromModel,
  type StepScorer,
} from "@langgraph-rollback/attribution";
import type { SetMethod } from "@langgraph-rollback/conformal";
import type { LabelledTrajectory } from "@langgraph-rollback/trajectory";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { fitterOf } from "../evaluate/learnt-split.ts";
import type { ScorerName } from "../options/scorer-name.ts";
import { givenSetOptions, type SetOptionValues } from "../options/set-options.ts";
import type { CalibrateOptions } from "./calibrate-options.ts";

/** Fewer labels teach a scorer nothing. */
const ENOUGH_TO_FIT = 10;

/** A calibration, and how its labels were used. */
export interface LearntCalibration {
  readonly calibration: Calibration;
  /** How many failures the scorer was fitted on and not calibrated. */
  readonly fitted: number;
  /** Its name: of a local scorer, of a method that asks models, or "reused". */
  readonly scorer: string;
}

type Learning = Pick<CalibrateOptions, "alpha" | "cross" | "group" | "method" | "reuse" | "scorer" | "seed"> &
  SetOptionValues;

/** What failures are calibrated with, beside the options. */
export interface LearningContext {
  /** By which planted labels are weighed, where they are known. */
  readonly firstAttempts?: readonly FirstAttempts[] | undefined;
  /** A method that asks models, or how to learn an ensemble with one. */
  readonly asked?: { readonly name: string; readonly scorer: EnsembleMember } | undefined;
}

/**
 * Calibrates as the options say. Without an option for it, a scorer is fitted if there are enough failures for two parts.
 *
 * @throws {NotEnoughLabelsError} if there are too few to do so at all
 * @throws {CommandFailedError} if the calibration to reuse carries no scorer
 */
export async function learnCalibration(
  labelled: readonly LabelledTrajectory[],
  options: Learning,
  { asked, firstAttempts }: LearningContext = {},
): Promise<LearntCalibration> {
  const { alpha, cross, reuse, seed } = options;
  const sets = {
    alpha,
    ...givenSetOptions(options),
    ...(options.group === undefined ? {} : { groups: true }),
    ...(firstAttempts === undefined ? {} : { firstAttempts }),
  };
  const n = labelled.length;
  if (asked !== undefined) {
    const { name, scorer } = asked;
    const method = options.method ?? "suffix";
    if (typeof scorer === "function") {
      const { calibration } = await calibrateLearnt(labelled, { ...sets, method, seed, fit: scorer }, cross);
      return { calibration, fitted: n - calibration.n, scorer: name };
    }
    return {
      calibration: await calibrate(labelled, { ...sets, method, scorer }),
      fitted: 0,
      scorer: name,
    };
  }
  const scorer =
    options.scorer ?? (cross === true || isWorthASplit(labelled, options) ? "logit" : "constant");
  if (reuse !== undefined) {
    const kept = await scorerIn(reuse);
    const method = options.method ?? kept.method;
    const calibration = await calibrate(labelled, { ...sets, method, scorer: kept.scorer });
    return { calibration, fitted: 0, scorer: "reused" };
  }
  const method = options.method ?? methodFor(scorer);
  if (scorer === "constant") {
    const calibration = await calibrate(labelled, { ...sets, method, scorer: constantScorer() });
    return { calibration, fitted: 0, scorer };
  }
  const learning = { ...sets, method, seed, fit: fitterOf(scorer) };
  const { calibration } = await calibrateLearnt(labelled, learning, cross);
  return { calibration, fitted: n - calibration.n, scorer };
}

/** Whether some of the failures fit a scorer, and the others, those of each group where groups are told apart, can still bound something. */
function isWorthASplit(
  labelled: readonly LabelledTrajectory[],
  { group, ...asked }: PromiseAsked & Pick<Learning, "group">,
): boolean {
  const sizes = new Map<string | undefined, number>();
  for (const { group: own } of labelled) {
    const name = group === undefined ? undefined : own;
    sizes.set(name, (sizes.get(name) ?? 0) + 1);
  }
  return labelled.length >= ENOUGH_TO_FIT && [...sizes.values()].every((n) => calibrationSize(n, asked) > 0);
}

function calibrateLearnt(
  labelled: readonly LabelledTrajectory[],
  learning: Parameters<typeof fitAndCalibrate>[1],
  cross: boolean | undefined,
): ReturnType<typeof fitAndCalibrate> {
  return (cross === true ? crossCalibrate : fitAndCalibrate)(labelled, learning);
}

/** Both give sets that reach to the end, as a rollback wants; density ratios say nothing where all scores are equal. */
function methodFor(scorer: ScorerName): SetMethod {
  return scorer === "constant" ? "left" : "suffix";
}

async function scorerIn(file: string): Promise<{ readonly scorer: StepScorer; readonly method: SetMethod }> {
  const { method, scorerFingerprint, scorerModel } = await readCalibration(file);
  if (scorerModel === undefined)
    throw new CommandFailedError(
      `${file} carries no scorer, only its name: "${scorerFingerprint}". Calibrate that scorer in code, with \`calibrate\`.`,
    );
  return { scorer: scorerFromModel(scorerModel), method };
}
