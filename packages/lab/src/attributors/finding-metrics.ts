import type { Finding } from "@langgraph-rollback/attributors";
import { scorerMetrics } from "@langgraph-rollback/attribution/conformal/evaluation";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";

/** A labelled failure and what a method found out about it. */
export interface Judged {
  readonly trajectory: LabelledTrajectory;
  readonly finding: Finding;
}

/** How right a method is. Shares and means over trajectories. */
export interface Accuracy {
  /** Share whose agent was named, as the trajectory writes it. */
  readonly agent: number;
  /** Share whose decisive step was named; of several the first. */
  readonly step: number;
  /** Share whose named step lies within t steps of the decisive one, at t = 1..5. */
  readonly within: readonly number[];
  /** Of the scores of steps: see `scorerMetrics`. NaN if every trajectory has one step. */
  readonly auroc: number;
  readonly auprc: number;
}

export const TOLERANCES: readonly number[] = [1, 2, 3, 4, 5];

/**
 * Accuracy of findings. A method that names no step, or no agent, is wrong there.
 *
 * @param judged at least one
 * @throws {RangeError} if there is none
 */
export function accuracyOf(judged: readonly Judged[]): Accuracy {
  const { auroc, auprc } = scorerMetrics(
    judged.map(({ trajectory: { label }, finding }) => ({
      stepScores: filled(finding.scores),
      decisiveStep: label.decisiveStep,
    })),
  );
  const share = (right: (one: Judged) => boolean): number => judged.filter(right).length / judged.length;
  const within = (tolerance: number) =>
    share(
      ({ trajectory: { label }, finding: { step = Number.NaN } }) =>
        Math.abs(step - label.decisiveStep) <= tolerance,
    );
  return {
    agent: share(rightAgent),
    step: share(rightStep),
    within: TOLERANCES.map(within),
    auroc,
    auprc,
  };
}

/** Whether the agent to blame was named. */
export function rightAgent({ finding, trajectory }: Judged): boolean {
  return finding.agent !== undefined && finding.agent === blamedAgent(trajectory);
}

/** Whether the decisive step was named. */
export function rightStep({ finding, trajectory }: Judged): boolean {
  return finding.step === trajectory.label.decisiveStep;
}

/** Whom the label blames; who acted in the decisive step, if it does not say. */
export function blamedAgent({ label, steps }: LabelledTrajectory): string | undefined {
  return label.decisiveAgent ?? steps[label.decisiveStep]?.agent;
}

/** A missing score counts as the mean of those that are there: it speaks neither for nor against its step. */
export function filled(scores: Finding["scores"]): readonly number[] {
  const known = scores.filter((score) => score !== undefined);
  const mean = known.reduce((sum, score) => sum + score, 0) / Math.max(1, known.length);
  return scores.map((score) => score ?? mean);
}
