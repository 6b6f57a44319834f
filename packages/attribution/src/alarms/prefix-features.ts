import { smallest } from "../trajectory/index.ts";

/** Scores nearer to 0 or 1 count as this near: a judge that says "certainly" has no infinite odds. */
const NEAREST = 1e-3;

/** @internal The number of features of a prefix. */
export const PREFIX_FEATURES = 4;

/** Log odds of a score in [0, 1], held within +-6.9. */
const logOdds = (score: number): number => {
  const held = Math.min(1 - NEAREST, Math.max(NEAREST, score));
  return Math.log(held / (1 - held));
};

/**
 * @internal What a prefix of a run is judged by: the last, the least and the mean log odds of its scores, and the last change of them.
 *
 * @param scores after each step of the prefix, shape [t], t >= 1
 * @returns shape [4]
 */
export function prefixFeatures(scores: readonly number[]): readonly number[] {
  const odds = scores.map(logOdds);
  const last = odds.at(-1) ?? 0;
  const mean = odds.reduce((sum, each) => sum + each, 0) / odds.length;
  return [last, smallest(odds), mean, last - (odds.at(-2) ?? last)];
}
