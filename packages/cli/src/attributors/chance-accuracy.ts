import type { LabelledTrajectory } from "@langgraph-rollback/trajectory";
import { type Accuracy, blamedAgent, TOLERANCES } from "./finding-metrics.ts";

/**
 * What blaming a step by chance gets on average, all steps alike, with the agent who acted in it: computed, not drawn, so
 * it has no luck.
 *
 * @param labelled at least one
 */
export function chanceAccuracy(labelled: readonly LabelledTrajectory[]): Accuracy {
  const mean = (of: (trajectory: LabelledTrajectory) => number): number =>
    labelled.reduce((sum, trajectory) => sum + of(trajectory), 0) / labelled.length;
  const within = (tolerance: number) => mean((trajectory) => shareWithin(trajectory, tolerance));
  return {
    agent: mean((trajectory) => {
      const { steps } = trajectory;
      return steps.filter(({ agent }) => agent === blamedAgent(trajectory)).length / steps.length;
    }),
    step: within(0),
    within: TOLERANCES.map(within),
    auroc: labelled.some(({ steps }) => steps.length > 1) ? 0.5 : Number.NaN,
    auprc: mean(({ steps }) => meanPrecision(steps.length)),
  };
}

function shareWithin({ label, steps }: LabelledTrajectory, tolerance: number): number {
  return steps.filter(({ index }) => Math.abs(index - label.decisiveStep) <= tolerance).length / steps.length;
}

/** The decisive step's rank r is any of 1..l alike; precision there is 1 / r. */
function meanPrecision(length: number): number {
  return Array.from({ length }, (_, index) => 1 / (index + 1)).reduce((sum, each) => sum + each, 0) / length;
}
