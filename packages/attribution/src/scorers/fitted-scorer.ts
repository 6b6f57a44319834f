import type { Trajectory } from "../trajectory/index.ts";

import { modelFingerprint } from "./model-fingerprint.ts";
import type { ScorerModel } from "./scorer-model.ts";
import type { StepExplanation } from "./step-explanation.ts";
import type { FittedScorer } from "./step-scorer.ts";

/**
 * A scorer that computes locally, scores that sum to 1: `scoresOf` has to depend on `model` and the trajectory alone, and so
 * has `explanationsOf`.
 */
export function fittedScorer(
  model: ScorerModel,
  scoresOf: (trajectory: Trajectory) => readonly number[],
  explanationsOf?: (trajectory: Trajectory, steps: readonly number[]) => readonly StepExplanation[],
): FittedScorer {
  return {
    fingerprint: modelFingerprint(model),
    shares: true,
    model,
    async score(trajectory, signal) {
      signal?.throwIfAborted();
      return scoresOf(trajectory);
    },
    ...(explanationsOf === undefined
      ? {}
      : {
          explain: async (trajectory, steps, signal) => {
            signal?.throwIfAborted();
            return explanationsOf(trajectory, steps);
          },
        }),
  };
}
