import type { LabelledTrajectory } from "@langgraph-rollback/trajectory";

import { NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import { positionBin, positionScorer, type PositionRuler } from "./position-scorer.ts";
import type { FittedScorer } from "./step-scorer.ts";

const BINS: Readonly<Record<PositionRuler, number>> = { relative: 10, fromStart: 12, fromEnd: 12 };
/** Labels' worth of belief, in each bin, that errors are spread evenly. */
const PRIOR = 2;

/**
 * Learns where decisive steps stand: by tenths of the trajectory, by distance from its start and from its end, each as
 * the number of decisive steps against the number that an even spread would have put there, smoothed; the score is the
 * average of the three. Never looks at what a step says, so no text can mislead it.
 *
 * @throws {NotEnoughLabelsError} if `labelled` is empty
 */
export function fitPositionScorer(labelled: readonly LabelledTrajectory[]): FittedScorer {
  if (labelled.length === 0) throw new NotEnoughLabelsError("Fitting the position scorer", 1, 0);
  return positionScorer({
    kind: "position",
    relative: rates(labelled, "relative"),
    fromStart: rates(labelled, "fromStart"),
    fromEnd: rates(labelled, "fromEnd"),
  });
}

function rates(labelled: readonly LabelledTrajectory[], ruler: PositionRuler): readonly number[] {
  const bins = BINS[ruler];
  const seen = Array.from({ length: bins }, () => 0);
  const expected = Array.from({ length: bins }, () => 0);
  for (const { label, steps } of labelled) {
    add(seen, positionBin(ruler, label.decisiveStep, steps.length, bins), 1);
    steps.forEach((_, index) =>
      add(expected, positionBin(ruler, index, steps.length, bins), 1 / steps.length),
    );
  }
  const even = expected.map((value) => value + PRIOR);
  return blur(seen.map((value) => value + PRIOR)).map((value, bin) => value / (blur(even)[bin] ?? 1));
}

/** Each bin shares half of itself with its neighbours; the ends keep what would fall off. */
function blur(values: readonly number[]): readonly number[] {
  return values.map(
    (value, bin) => 0.25 * (values[bin - 1] ?? value) + 0.5 * value + 0.25 * (values[bin + 1] ?? value),
  );
}

function add(totals: number[], bin: number, amount: number): void {
  totals[bin] = (totals[bin] ?? 0) + amount;
}
