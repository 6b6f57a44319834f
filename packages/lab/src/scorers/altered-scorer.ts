import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import { trajectorySeed } from "@langgraph-rollback/attribution/draws";
import type { StepScorer } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

/** How a scorer is made weaker or stronger. */
export interface Alteration {
  /** Standard deviation of what is added to the logarithm of each score. */
  readonly noise: number;
  /** Addend to the logarithm of the score of the first mistake, where that is known. */
  readonly hint: number;
}

/**
 * A scorer that is weaker by noise, or stronger by a hint at the truth. Simulated: no scorer that people have knows the truth.
 *
 * @param mistakeOf the first mistake of a run, 0-based; `undefined` where nobody knows it
 */
export function alteredScorer(
  scorer: StepScorer,
  { noise, hint }: Alteration,
  mistakeOf: (trajectory: Trajectory) => number | undefined,
): StepScorer {
  return {
    fingerprint: `${scorer.fingerprint} noise ${noise} hint ${hint}`,
    shares: true,
    score: async (trajectory, signal) => {
      const scores = await scorer.score(trajectory, signal);
      const random = seededRandom(trajectorySeed({ id: textOf(trajectory) }));
      const mistake = mistakeOf(trajectory);
      const weights = scores.map((score, index) => {
        const added = noise * normalFrom(random) + (index === mistake ? hint : 0);
        return Math.max(score, Number.MIN_VALUE) * Math.exp(added);
      });
      const sum = weights.reduce((total, weight) => total + weight, 0);
      return weights.map((weight) => weight / sum);
    },
  };
}

/** The same for the same run, whatever its checkpoints are called. */
export const textOf = ({ steps }: Trajectory): string => steps.map(({ content }) => content).join("\n");

/** Box and Muller. */
function normalFrom(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
