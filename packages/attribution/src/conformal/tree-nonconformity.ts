import { type Aggregation, runningAggregate } from "./aggregation.ts";
import type { ConformalMethod } from "./conformal-method.ts";
import { densityRatios, mostSuspicious } from "./step-scores.ts";

/**
 * Nonconformity of every step by CRSVP: conformal, randomised, on the path from the most suspicious leaf of a binary
 * tree to its root.
 *
 * The tree joins neighbours bottom-up: [0, 1], [2, 3], ...; then [0..3], ...; one left over passes up as it is. So the
 * nodes that hold a leaf t are the blocks of 1, 2, 4, 8, ... steps aligned to their own size, cut off at l. With v the
 * first of them that holds step j and v' the one before (g(v') = 0 for the leaf itself):
 *
 *     S(x, j) = g(v) - u max(0, g(v) - g(v'))
 *
 * g aggregates p, the scores' share of their sum: the sum of p over v (normalised once, so not divided by l again),
 * the largest p, or (LSE(beta l p) - log l) / beta, each plus its length penalty. g grows with v, hence so does S, and
 * sets nest for any u. Each level adds only the steps of the new half: O(l) in all.
 *
 * The paper thresholds at the lower quantile, floor((n + 1) alpha), which would cover about alpha; its authors' code
 * takes the upper one, and so do we. Its Appendix B scores the leaf g(v) without u; the code randomises the leaf, and so do
 * we: coverage is the same. Their code draws u afresh at each level, of S(x, .) at 1 - u; one draw is enough.
 * Coverage holds for any way to draw u that is the same for all trajectories.
 *
 * With `isRaw`, g aggregates the scores as they are, so that a sum is divided by l (Section 3.2), and the leaf is scored g(v) without u, as
 * Appendix B has it.
 *
 * @param stepScores  checked suspicion of each step, shape [l]
 * @param aggregation a checked aggregation
 * @param draw        u, in [0, 1), one a trajectory
 * @param isRaw       whether scores are taken as they are
 * @returns S(x, j) at index j, shape [l]
 * @see arXiv:2605.06788, Section 3.1.2
 */
export function treeNonconformity(
  stepScores: readonly number[],
  aggregation: Aggregation,
  { draw, isRaw }: { readonly draw: number; readonly isRaw: boolean },
): readonly number[] {
  const length = stepScores.length;
  const leaf = mostSuspicious(stepScores);
  const ratios = isRaw ? stepScores : densityRatios(stepScores, leaf);
  // The sum of l p over a node, divided by l as every sum is, is its share.
  const scale = isRaw || aggregation.kind === "sum" ? 1 : 1 / length;
  const aggregate = runningAggregate(aggregation, length);
  const scores = stepScores.slice();
  let value = aggregate((ratios[leaf] ?? 0) * scale);
  scores[leaf] = isRaw ? value : value - draw * Math.max(0, value);
  // The node reached so far: steps first..next - 1.
  let [first, next] = [leaf, leaf + 1];
  for (let width = 2; next - first < length; width *= 2) {
    const start = leaf - (leaf % width);
    const end = Math.min(length, start + width);
    const inner = value;
    for (let step = start; step < first; step += 1) value = aggregate((ratios[step] ?? 0) * scale);
    for (let step = next; step < end; step += 1) value = aggregate((ratios[step] ?? 0) * scale);
    // At draws next to 1, rounding could put a node below the one inside it.
    const score = Math.max(inner, value - draw * (value - inner));
    scores.fill(score, start, first).fill(score, next, end);
    [first, next] = [start, end];
  }
  return scores;
}

/**
 * Throws without a random number.
 *
 * @returns the draw
 * @throws {RangeError} if `draw` is missing or outside [0, 1)
 */
export function checkDraw(method: ConformalMethod, draw: number | undefined): number {
  if (!(draw !== undefined && draw >= 0 && draw < 1)) {
    throw new RangeError(`Expected \`draw\` in [0, 1) for the method "${method}", got ${draw}.`);
  }
  return draw;
}
