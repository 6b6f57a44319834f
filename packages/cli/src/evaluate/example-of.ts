import type { Aggregation } from "@langgraph-rollback/conformal";
import type { EvaluationExample } from "@langgraph-rollback/conformal/evaluation";
import type { LabelledTrajectory } from "@langgraph-rollback/trajectory";

/** A labelled trajectory with the scores of its steps. */
export function exampleOf(
  { group, label }: LabelledTrajectory,
  stepScores: readonly number[],
): EvaluationExample {
  const example = { stepScores, decisiveStep: label.decisiveStep };
  return group === undefined ? example : { ...example, group };
}

/**
 * The example as the aggregation should see it. Our local scorers give shares that sum to 1 over a trajectory. `sum`
 * divides by the length once more, which would make long trajectories look innocent: its scores are the shares
 * relative to an even one, l p, and sums of them cumulated shares. All other methods take shares as they are.
 */
export function normalisedOnce(example: EvaluationExample, { kind }: Aggregation): EvaluationExample {
  if (kind !== "sum") return example;
  const { length } = example.stepScores;
  return { ...example, stepScores: example.stepScores.map((share) => share * length) };
}
