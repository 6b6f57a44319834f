import type { Finding } from "@langgraph-rollback/attributors";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { type JudgedSolution, solutionMetrics, type SolutionMetrics } from "./solution-metrics.ts";

/** Results of a method on right and wrong trajectories. */
export interface SolutionFigures extends SolutionMetrics {
  readonly right: number;
  readonly wrong: number;
}

/** A trajectory and what a method found out about it. */
interface Found {
  readonly trajectory: Trajectory;
  readonly finding: Finding;
}

/**
 * Figures over right and wrong trajectories; a labelled one is wrong, one without a label is right.
 *
 * @returns undefined unless there are both
 */
export function solutionFigures(found: readonly Found[]): SolutionFigures | undefined {
  const judged = found.map(judgedSolution);
  const right = judged.filter(({ wrong }) => wrong === undefined).length;
  if (right === 0 || right === judged.length) return undefined;
  return { right, wrong: judged.length - right, ...solutionMetrics(judged) };
}

/** A method that gave no score at all gave no usable answer: that is not the finding that there is no fault. */
function judgedSolution({ finding, trajectory: { label, steps } }: Found): JudgedSolution {
  return {
    length: steps.length,
    wrong: label?.decisiveStep,
    named: finding.step,
    answered: finding.step !== undefined || finding.scores.some((score) => score !== undefined),
  };
}

/** Figures of a method that finds no fault anywhere, and of one that calls every first step wrong. */
export function solutionBaselines(
  trajectories: readonly Trajectory[],
): readonly { readonly name: string; readonly figures: SolutionFigures }[] {
  const usage = { calls: 0, inputTokens: 0, outputTokens: 0, latency: 0 };
  const of = (name: string, found: Partial<Finding>) => {
    const figures = solutionFigures(
      trajectories.map((trajectory) => ({
        trajectory,
        finding: { scores: trajectory.steps.map(() => 0), usage, problems: [], ...found },
      })),
    );
    return figures === undefined ? [] : [{ name, figures }];
  };
  return [...of("all right", {}), ...of("first step", { step: 0 })];
}
