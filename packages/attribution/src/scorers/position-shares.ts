import { firstDecisive, type LabelledRun } from "../conformal/index.ts";

import { fitPositions } from "./fit-positions.ts";
import { positionScores } from "./position-scorer.ts";

/**
 * A belief about the first mistake of a run by where labelled mistakes stood, for scores that say nothing.
 *
 * @param failures labelled failures; of none, all steps are equal
 * @returns takes the number of steps of a run, l >= 1, and gives shares, shape [l], positive, sum 1
 */
export function positionShares(
  failures: readonly Pick<LabelledRun, "decisiveSteps" | "stepScores">[],
): (length: number) => readonly number[] {
  const model = fitPositions(
    failures.map((failure) => ({ length: failure.stepScores.length, step: firstDecisive(failure) })),
  );
  return (length) => positionScores(model, length);
}
