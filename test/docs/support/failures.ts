import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";

/** Labelled failures of two steps, as the graph of `agent.ts` would leave behind. They stand for the reader's own. */
export const labelled: readonly LabelledTrajectory[] = Array.from({ length: 40 }, (_, run) => ({
  id: `run-${run}`,
  task: run % 2 === 0 ? "How much are 3 tickets at $14?" : "How much are 30 tickets at $14 less 10 %?",
  group: run % 2 === 0 ? "short" : "long",
  steps: [
    { index: 0, agent: "plan", content: "Multiply the price by the number of tickets." },
    { index: 1, agent: "solve", content: "3 * 14 = 45" },
  ],
  outcome: { ok: false },
  label: { decisiveStep: run % 8 === 0 ? 0 : 1 },
}));
