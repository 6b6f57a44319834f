import type { Candidate } from "./weigh-candidates.ts";

/** The mean of the candidates' weights by their shares, shape [width]; a weight that a candidate lacks counts as 0. */
export function meanWeights(
  candidates: readonly Pick<Candidate, "share" | "weights">[],
  width: number,
): readonly number[] {
  return Array.from({ length: width }, (_, index) =>
    candidates.reduce((sum, { share, weights }) => sum + share * (weights[index] ?? 0), 0),
  );
}
