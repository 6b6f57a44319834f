import type { LabelledTrajectory } from "../trajectory/index.ts";
import type { FailureEvidence } from "./failure-evidence.ts";

/**
 * A person's label as evidence for `fitOutcomeScorer`.
 *
 * @throws {RangeError} on a label by replay: it names another step than the first mistake, and its replays say more
 */
export function labelEvidence(trajectory: LabelledTrajectory): FailureEvidence {
  const { convention, decisiveStep } = trajectory.label;
  if (convention !== undefined)
    throw new RangeError(
      `Expected a label that names the first mistake of "${trajectory.id}", got one by the convention "${convention}". Pass its replays instead.`,
    );
  return { trajectory, tried: [], mistake: { start: decisiveStep, end: decisiveStep } };
}
