import { calibrate, fitPositionScorer, writeCalibration } from "@langgraph-rollback/attribution";
import type { LabelledTrajectory } from "@langgraph-rollback/trajectory";

/** Labelled failures of two steps, as the graph of `support/agent.ts` would leave behind. */
const labelled: readonly LabelledTrajectory[] = Array.from({ length: 40 }, (_, run) => ({
  id: `run-${run}`,
  task: "How much are 3 tickets at $14?",
  steps: [
    { index: 0, agent: "plan", content: "Multiply the price by the number of tickets." },
    { index: 1, agent: "solve", content: "3 * 14 = 45" },
  ],
  outcome: { ok: false },
  label: { decisiveStep: run % 8 === 0 ? 0 : 1 },
}));

export async function writeExampleCalibration(file: string): Promise<void> {
  const scorer = fitPositionScorer(labelled.slice(0, 20));
  await writeCalibration(file, await calibrate(labelled.slice(20), { scorer }));
}
