import type { Evidence } from "@langgraph-rollback/attributors";
import type { AskedCase } from "./case.ts";

/** Facts about a case that methods are told beside its task and its steps. */
export interface Told {
  /** The right answer, where the data has it. */
  readonly withTruth: boolean;
  /** Why the run was rejected. Must be false where right trajectories are among those that are judged. */
  readonly withOutcome?: boolean;
}

/** The part of a case that a method is shown: never its label. */
export function evidenceOf(
  { trajectory, groundTruth }: AskedCase,
  { withOutcome = true, withTruth }: Told,
): Evidence {
  const { label: _, group: __, outcome, ...rest } = trajectory;
  return {
    trajectory: withOutcome && outcome !== undefined ? { ...rest, outcome } : rest,
    ...(withTruth && groundTruth !== undefined ? { groundTruth } : {}),
  };
}
