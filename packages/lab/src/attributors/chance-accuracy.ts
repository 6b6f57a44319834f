import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import type { Case } from "./case.ts";
import { type Accuracy, blamedAgent, TOLERANCES } from "./finding-metrics.ts";

/**
 * Accuracy of blaming a step by chance, on average, all steps alike, with the agent who acted in it: computed, not drawn, so
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

/**
 * How often the agent to blame is named, on average, by one who draws an agent of the trajectory, all alike: chance of methods
 * that name agents. Who&When's "random" row (arXiv:2505.00212, table 1) has 29.1 % on the algorithm-generated part, close to
 * this. For the hand-crafted part it prints 12.0 %, which is the step on the generated part: two cells are swapped, and 19.06 % is meant, which
 * {@link chanceOfRoles} is close to; this is 30 % there.
 *
 * @param labelled at least one
 */
export function chanceOfAgents(labelled: readonly LabelledTrajectory[]): number {
  const shares = labelled.map((trajectory) => {
    const agents = new Set(trajectory.steps.map(({ agent }) => agent));
    const blamed = blamedAgent(trajectory);
    return blamed !== undefined && agents.has(blamed) ? 1 / agents.size : 0;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/**
 * The same chance with every role as it is written, such as `Orchestrator (thought)`, counted as an agent of its own: as
 * Who&When counts for its hand-crafted part.
 *
 * @param cases at least one
 */
export function chanceOfRoles(cases: readonly Case[]): number {
  const shares = cases.map(({ roles, trajectory }) => {
    const { steps } = trajectory;
    const blamed = blamedAgent(trajectory);
    const written = roles ?? steps.map(({ agent, purpose, to }) => JSON.stringify([agent, to, purpose]));
    return steps.some(({ agent }) => agent === blamed) ? 1 / new Set(written).size : 0;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function shareWithin({ label, steps }: LabelledTrajectory, tolerance: number): number {
  return steps.filter(({ index }) => Math.abs(index - label.decisiveStep) <= tolerance).length / steps.length;
}

/** The decisive step's rank r is any of 1..l alike; precision there is 1 / r. */
function meanPrecision(length: number): number {
  return Array.from({ length }, (_, index) => 1 / (index + 1)).reduce((sum, each) => sum + each, 0) / length;
}
