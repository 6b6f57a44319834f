import type { LabelledTrajectory } from "../trajectory/index.ts";

import { NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import { fitPositions } from "./fit-positions.ts";
import { positionScorer } from "./position-scorer.ts";
import type { FittedScorer } from "./step-scorer.ts";

/**
 * Learns where decisive steps stand, as `fitPositions` does; the score is the average of its three rulers. Never looks at what a step
 * says, so no text can mislead it.
 *
 * @throws {NotEnoughLabelsError} if `labelled` is empty
 */
export function fitPositionScorer(labelled: readonly LabelledTrajectory[]): FittedScorer {
  if (labelled.length === 0) throw new NotEnoughLabelsError("Fitting the position scorer", 1, 0);
  return positionScorer(
    fitPositions(labelled.map(({ label, steps }) => ({ length: steps.length, step: label.decisiveStep }))),
  );
}
