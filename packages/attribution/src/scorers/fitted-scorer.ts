import type { Trajectory } from "@langgraph-rollback/trajectory";

import { modelFingerprint } from "./model-fingerprint.ts";
import type { ScorerModel } from "./scorer-model.ts";
import type { FittedScorer } from "./step-scorer.ts";

/** A scorer that computes locally, scores that sum to 1: `scoresOf` has to depend on `model` and the trajectory alone. */
export function fittedScorer(
  model: ScorerModel,
  scoresOf: (trajectory: Trajectory) => readonly number[],
): FittedScorer {
  return {
    fingerprint: modelFingerprint(model),
    shares: true,
    model,
    async score(trajectory, signal) {
      signal?.throwIfAborted();
      return scoresOf(trajectory);
    },
  };
}
