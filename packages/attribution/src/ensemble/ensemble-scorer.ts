import type { Trajectory } from "@langgraph-rollback/trajectory";

import { softmax } from "../logit/softmax.ts";
import { standardise } from "../logit/standardise.ts";
import { modelFingerprint } from "../scorers/model-fingerprint.ts";
import { scoreSteps } from "../scorers/score-steps.ts";
import type { EnsembleModel } from "../scorers/scorer-model.ts";
import type { FittedScorer, StepScorer } from "../scorers/step-scorer.ts";
import { opinionRows } from "./opinions.ts";

/**
 * @internal The scorer of a fitted {@link EnsembleModel}: scores sum to 1 over a trajectory.
 *
 * @param members in the order of the model's
 */
export function ensembleScorer(model: EnsembleModel, members: readonly StepScorer[]): FittedScorer {
  return {
    fingerprint: modelFingerprint(model),
    shares: true,
    model,
    score: async (trajectory, signal) => {
      signal?.throwIfAborted();
      return pool(model, opinionRows(await allScores(trajectory, members, signal)));
    },
  };
}

/** The members' scores, asked for at once; shape [m, l]. Throws as `scoreSteps` does. */
function allScores(
  trajectory: Trajectory,
  members: readonly StepScorer[],
  signal?: AbortSignal,
): Promise<readonly (readonly number[])[]> {
  return Promise.all(members.map((member) => scoreSteps(trajectory, member, signal)));
}

/** @internal Pooled scores of the members' opinions, shape [l]. */
export function pool(
  { deviations, means, weights }: Pick<EnsembleModel, "means" | "deviations" | "weights">,
  rows: readonly (readonly number[])[],
): readonly number[] {
  const utilities = rows.map((row) =>
    standardise(row, { means, deviations }).reduce((sum, each, at) => sum + each * (weights[at] ?? 0), 0),
  );
  return softmax(utilities);
}
