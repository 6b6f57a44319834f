import { calibrate, type Calibration, type StepScorer } from "@langgraph-rollback/attribution";
import type { LabelledTrajectory, Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { Shape } from "./shape.ts";

/** Suspects one step and no other. */
const suspects = (stepIn: (trajectory: Trajectory) => number): StepScorer => ({
  fingerprint: "matrix",
  score: async (trajectory) => {
    const suspect = stepIn(trajectory);
    return trajectory.steps.map((_, index) => (index === suspect ? 1 : 0));
  },
});

/** Suspects the step that a shape names. */
export function aimAt({ node, nth = 0 }: Shape["start"]): StepScorer {
  return suspects(({ steps }) => {
    const found = steps.filter(({ origin }) => origin?.node === node)[nth];
    if (found === undefined)
      throw new Error(
        `No step ${nth} of ${node} among ${steps.map(({ origin }) => origin?.node).join(", ")}.`,
      );
    return found.index;
  });
}

/** A calibration on failures whose suspects were the decisive steps: sets hold the suspect and no other step. */
export function calibration(): Promise<Calibration> {
  const labelled = Array.from({ length: 30 }, (_, run): LabelledTrajectory => ({
    id: `run-${run}`,
    task: "a task",
    steps: [0, 1, 2].map((index) => ({ index, agent: "node", content: `step ${index}` })),
    outcome: { ok: false },
    label: { decisiveStep: 1 },
  }));
  return calibrate(labelled, { scorer: suspects(() => 1), alpha: 0.2, method: "vanilla" });
}
