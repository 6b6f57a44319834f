import type { MarkWeights } from "./mark-weights.ts";

/**
 * The weights that ship, by `fitMarkWeights` on the marks of five language models on failed runs of four kinds of agents. Numbers only: nothing of
 * the runs is in them. `pnpm --filter @langgraph-rollback/lab weights FILE` writes this file anew.
 */
export const MARK_WEIGHTS: MarkWeights = {
  featureSet: "2",
  signs: [
    { says: "wrong", one: 0.302483, five: 0.191265 },
    { says: "neutral", one: 1.58514, five: 2.70796 },
    { says: "firstWrong", one: 2.64222, five: 4.49352 },
    { says: "nextToFirst", one: 0.759287, five: 1.12891 },
  ],
  positions: [
    { name: "first", mean: 0.100864, deviation: 0.301148, weight: -0.00595215 },
    { name: "second", mean: 0.0929188, deviation: 0.290319, weight: -0.176409 },
    { name: "last", mean: 0.100864, deviation: 0.301148, weight: 0.375786 },
    { name: "index", mean: 0.565976, deviation: 0.371711, weight: 0.865712 },
    { name: "indexSquared", mean: 0.458497, deviation: 0.415429, weight: -1.10399 },
    { name: "fromEnd", mean: 0.565976, deviation: 0.371711, weight: -1.0792 },
    { name: "relative", mean: 0.5, deviation: 0.285284, weight: 0.0808769 },
    { name: "relativeSquared", mean: 0.331387, deviation: 0.294218, weight: 0.00034017 },
    { name: "logIndex", mean: 1.8432, deviation: 1.02566, weight: 0.601622 },
    { name: "firstByLength", mean: 0.19264, deviation: 0.64468, weight: 0.401058 },
    { name: "lastByLength", mean: 0.19264, deviation: 0.64468, weight: -0.15013 },
    { name: "indexByLength", mean: 1.69371, deviation: 1.35555, weight: 0.189915 },
    { name: "relativeByLength", mean: 1.32614, deviation: 0.90168, weight: -0.936838 },
    { name: "relativeSquaredByLength", mean: 0.882118, deviation: 0.871669, weight: -0.959408 },
    { name: "logIndexByLength", mean: 5.47901, deviation: 4.26899, weight: 0.0819395 },
  ],
};
