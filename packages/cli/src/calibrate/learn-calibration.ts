import {
  type Calibration,
  calibrate,
  calibrationSize,
  crossCalibrate,
  type EnsembleMember,
  type FirstAttempts,
  type FitFailures,
  type FitScorer,
  fitAndCalibrate,
  labelSplit,
  type PromiseAsked,
  readCalibration,
  scorerFromModel,
  type StepScorer,
} from "@langgraph-rollback/attribution";
import type { SetMethod } from "@langgraph-rollback/attribution/conformal";
import type {
  LabelledTrajectory,
  MissedTrajectory,
  Trajectory,
} from "@langgraph-rollback/attribution/trajectory";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { localScorer } from "../evaluate/learnt-split.ts";
import type { ScorerName } from "../options/scorer-name.ts";
import { givenSetOptions, type SetOptionValues } from "../options/set-options.ts";
import type { CalibrateOptions } from "./calibrate-options.ts";

/** A calibration, and how its labels were used. */
export interface LearntCalibration {
  readonly calibration: Calibration;
  /** How many failures the scorer was fitted on and not calibrated. */
  readonly fitted: number;
  /** Its name: of a local scorer, of a method that asks models, "outcomes" or "reused". */
  readonly name: string;
  /** The calibrated scorer. */
  readonly scorer: StepScorer;
  /** How that was fitted on a part of the failures; absent where it was not. */
  readonly fit?: FitScorer | FitFailures;
}

/** How to learn from labels. */
export type Learning = Pick<CalibrateOptions, "alpha" | "cross" | "group" | "method" | "reuse" | "seed"> &
  SetOptionValues & {
    /** Local scorer, unless the context has another one. */
    readonly scorer?: ScorerName;
  };

/** Learns a scorer that is no local one. */
export interface LearntElsewhere {
  readonly name: string;
  readonly fit: FitScorer | FitFailures;
  /** Whether a fit takes too long to be done again for the forecast. */
  readonly isSlow?: boolean;
}

/** Data that failures are calibrated with, beside the options. */
export interface LearningContext {
  /** By which planted labels are weighed, where they are known. */
  readonly firstAttempts?: readonly FirstAttempts[] | undefined;
  /** Failures for which replays found no start. Default: none. */
  readonly misses?: readonly MissedTrajectory[] | undefined;
  /** A method that asks models, or how to learn an ensemble with one. */
  readonly asked?: { readonly name: string; readonly scorer: EnsembleMember } | undefined;
  /** Learns a scorer in place of a local one. */
  readonly learning?: LearntElsewhere | undefined;
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
  { asked, firstAttempts, learning, misses = [] }: LearningContext = {},
): Promise<LearntCalibration> {
  const { alpha, cross, reuse, seed } = options;
  const sets = {
    alpha,
    ...givenSetOptions(options),
    ...(options.group === undefined ? {} : { groups: true }),
    ...(firstAttempts === undefined ? {} : { firstAttempts }),
    misses,
  };
  const all = [...labelled, ...misses];
  const byAll = async (name: string, scorer: StepScorer, method: SetMethod): Promise<LearntCalibration> => ({
    name,
    scorer,
    calibration: await calibrate(labelled, { ...sets, method: options.method ?? method, scorer }),
    fitted: 0,
  });
  const parts = async (
    name: string,
    fit: FitScorer | FitFailures,
    method: SetMethod,
  ): Promise<LearntCalibration> => {
    const how = { ...sets, method: options.method ?? method, seed, fit };
    const learn = cross === true ? crossCalibrate : fitAndCalibrate;
    const { calibration, scorer } = await learn(labelled, how);
    return { name, scorer, fit, calibration, fitted: all.length - calibration.n };
  };
  if (learning !== undefined) {
    const { fit: again, ...learnt } = await parts(learning.name, learning.fit, "suffix");
    return learning.isSlow === true || again === undefined ? learnt : { ...learnt, fit: again };
  }
  if (asked !== undefined) {
    const { name, scorer } = asked;
    return typeof scorer === "function" ? parts(name, scorer, "suffix") : byAll(name, scorer, "suffix");
  }
  if (reuse !== undefined) {
    const kept = await scorerIn(reuse);
    return byAll("reused", kept.scorer, kept.method);
  }
  const name = options.scorer ?? (cross === true || isWorthASplit(all, options) ? "logit" : "constant");
  const local = localScorer(name);
  return typeof local === "function"
    ? parts(name, local, methodFor(name))
    : byAll(name, local, methodFor(name));
}

/** Whether some of the failures fit a scorer, and the others, those of each group where groups are told apart, can still bound something. */
function isWorthASplit(
  failures: readonly Trajectory[],
  { group, ...asked }: PromiseAsked & Pick<Learning, "group">,
): boolean {
  const sizes = new Map<string | undefined, number>();
  for (const { group: own } of failures) {
    const name = group === undefined ? undefined : own;
    sizes.set(name, (sizes.get(name) ?? 0) + 1);
  }
  const isEnough = labelSplit(failures.length, asked).fit > 0;
  return isEnough && [...sizes.values()].every((n) => calibrationSize(n, asked) > 0);
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
