import { calibrate, type Calibration, type StepScorer } from "@langgraph-rollback/attribution";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";

/** A scorer that knows the faulty step, and the calibration that belongs to it: its set is the faulty step alone. */
export interface Oracle {
  readonly scorer: StepScorer;
  readonly calibration: Calibration;
}

/**
 * The best that any attribution could do, to compare with; possible only where the model is simulated.
 *
 * @param faultyStep looks a thread up in the simulation's ledger
 * @param labelled   failures to calibrate on, about which the oracle knows as well
 */
export async function createOracle(
  faultyStep: (threadId: string) => number | undefined,
  labelled: readonly LabelledTrajectory[],
  alpha: number,
): Promise<Oracle> {
  const known = new Map(labelled.map(({ id, label }) => [id, label.decisiveStep]));
  const scorer: StepScorer = {
    fingerprint: "oracle",
    score: async ({ id, steps }) => {
      const faulty = known.get(id) ?? faultyStep(threadOf(id));
      return steps.map(({ index }) => (index === faulty ? 1 : 0));
    },
  };
  return { scorer, calibration: await calibrate(labelled, { scorer, alpha, method: "vanilla" }) };
}

/** A recorded trajectory's id is its thread's, a colon, and its last checkpoint's. */
function threadOf(trajectoryId: string): string {
  return trajectoryId.slice(0, trajectoryId.lastIndexOf(":"));
}
