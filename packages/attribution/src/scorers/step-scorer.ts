import type { LabelledTrajectory, MissedTrajectory, Trajectory } from "../trajectory/index.ts";

import type { ScorerModel } from "./scorer-model.ts";
import type { StepExplanation } from "./step-explanation.ts";

/**
 * Says how likely each step is the decisive one. The guarantee never depends on a scorer being right: a poor one gives
 * large sets, not wrong ones. It has to treat the trajectories it is calibrated on and those it is used on alike.
 *
 * `@langgraph-rollback/attribution/testing` holds the tests that every scorer has to pass.
 */
export interface StepScorer {
  /** Changes whenever the scores could: model, prompt, weights, version of the features. */
  readonly fingerprint: string;
  /** Its scores sum to 1 over a trajectory. Sets that add up scores then do not divide by the length once more. */
  readonly shares?: true;
  /**
   * @returns scores in [0, 1], shape [l], one for each step in order; they need not sum to 1
   * @throws the signal's reason once `signal` is aborted
   */
  score(trajectory: Trajectory, signal?: AbortSignal): Promise<readonly number[]>;
  /**
   * The same score for one step only, for scorers that pay by the step: `attributeLazily` stops early.
   *
   * @param index 0-based, in [0, l)
   */
  scoreStep?(trajectory: Trajectory, index: number, signal?: AbortSignal): Promise<number>;
  /**
   * A verdict on each step, for scorers whose scores are made of such verdicts: `ensemble` learns from the verdicts then.
   *
   * @returns shape [l], one mark for each step in order
   */
  marks?(trajectory: Trajectory, signal?: AbortSignal): Promise<readonly Mark[]>;
  /**
   * Why it suspects steps as much as it does, for people. A scorer that asks a model remembers the model's reasons from scoring the same trajectory
   * object, and asks again only if it has none.
   *
   * @param steps 0-based, each in [0, l)
   * @returns one for each of `steps`, in their order
   */
  explain?(
    trajectory: Trajectory,
    steps: readonly number[],
    signal?: AbortSignal,
  ): Promise<readonly StepExplanation[]>;
}

/** A judge's opinion of one step: 1 right, 0 neither right nor wrong, -1 wrong, null nothing. */
export type Mark = 1 | 0 | -1 | null;

/** A scorer that can score one step. */
export type OneStepScorer = StepScorer & Required<Pick<StepScorer, "scoreStep">>;

/** A scorer that marks steps. */
export type MarkingScorer = StepScorer & Required<Pick<StepScorer, "marks">>;

/** A scorer that explains itself. */
export type ExplainingScorer = StepScorer & Required<Pick<StepScorer, "explain">>;

/** A scorer that fits into a JSON file: `scorerFromModel(scorer.model)` is the same scorer. */
export interface FittedScorer extends StepScorer {
  readonly model: ScorerModel;
}

/** Learns a scorer from labelled failures, and from nothing else. */
export type FitScorer = (labelled: readonly LabelledTrajectory[]) => FittedScorer | Promise<FittedScorer>;

/**
 * Learns a scorer from failures that need no label. Retries and replays teach it of those, too, that no replay recovers.
 *
 * @example
 * await fitAndCalibrate(labelled, { misses, seed: 1, fit: { fitTo: (failures) => fitOutcomeScorer(failures.map(evidenceOf)) } });
 */
export interface FitFailures {
  /** @param failures of the part that fits, in the order in which they were drawn */
  readonly fitTo: (
    failures: readonly (LabelledTrajectory | MissedTrajectory)[],
  ) => FittedScorer | Promise<FittedScorer>;
}
