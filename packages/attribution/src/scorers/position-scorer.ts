import { fittedScorer } from "./fitted-scorer.ts";
import type { PositionModel } from "./scorer-model.ts";
import { explainShares } from "./share-explanation.ts";
import type { FittedScorer } from "./step-scorer.ts";

/** The scorer of a fitted {@link PositionModel}: scores sum to 1 over a trajectory and depend on its length alone. */
export function positionScorer(model: PositionModel): FittedScorer {
  return fittedScorer(
    model,
    ({ steps }) => positionScores(model, steps.length),
    ({ steps: { length } }, steps) =>
      explainShares(positionScores(model, length), steps, (step) => placeWords(step + 1, length)),
  );
}

const placeWords = (place: number, length: number): string =>
  `is step ${place} of ${length}: this scorer goes by where labelled failures went wrong, and by nothing else`;

/** Shares of the steps of a run by their places, shape [length], sum 1. */
export function positionScores(model: PositionModel, length: number): readonly number[] {
  const rulers = POSITION_RULERS.map((ruler) => {
    const rates = model[ruler];
    const raw = Array.from(
      { length },
      (_, index) => rates[positionBin(ruler, index, length, rates.length)] ?? 1,
    );
    const total = raw.reduce((sum, rate) => sum + rate, 0);
    return raw.map((rate) => rate / total);
  });
  return Array.from({ length }, (_, index) =>
    Math.min(1, rulers.reduce((sum, scores) => sum + (scores[index] ?? 0), 0) / rulers.length),
  );
}

/** The ways in which a position model measures where a step stands. */
const POSITION_RULERS: readonly PositionRuler[] = ["relative", "fromStart", "fromEnd"];

/** A way to measure where a step stands; names a key of {@link PositionModel}. */
export type PositionRuler = "relative" | "fromStart" | "fromEnd";

/** The bin, in 0..bins-1, that step `index` of `length` falls into. */
export function positionBin(ruler: PositionRuler, index: number, length: number, bins: number): number {
  if (ruler === "relative") return Math.floor((bins * (index + 0.5)) / length);
  return Math.min(bins - 1, ruler === "fromStart" ? index : length - 1 - index);
}
