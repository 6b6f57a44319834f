import type { MarkWeights } from "@langgraph-rollback/attribution";

/** The file of the weights that ship, as it stands in `packages/attribution`. */
export function markWeightsSource({ featureSet, positions, signs }: MarkWeights): string {
  return `import type { MarkWeights } from "./mark-weights.ts";

/**
 * The weights that ship, by \`fitMarkWeights\` on the marks of five language models on failed runs of four kinds of agents. Numbers only: nothing of
 * the runs is in them. \`pnpm --filter @langgraph-rollback/lab weights FILE\` writes this file anew.
 */
export const MARK_WEIGHTS: MarkWeights = {
  featureSet: "${featureSet}",
  signs: [
${signs.map(({ five, one, says }) => `    { says: "${says}", one: ${one}, five: ${five} },\n`).join("")}  ],
  positions: [
${positions
  .map(
    ({ deviation, mean, name, weight }) =>
      `    { name: "${name}", mean: ${mean}, deviation: ${deviation}, weight: ${weight} },\n`,
  )
  .join("")}  ],
};
`;
}
