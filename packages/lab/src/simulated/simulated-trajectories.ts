import type { OneStepScorer } from "@langgraph-rollback/attribution";
import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";

import type { LabelledLength } from "./labelled-length.ts";
import { simulatedScores, type SimulatedScorer } from "./simulated-scorer.ts";

/** Simulated failures as trajectories without text, and a scorer of them that is paid by the step. */
export interface SimulatedTrajectories {
  readonly trajectories: readonly LabelledTrajectory[];
  readonly scorer: OneStepScorer;
  /** Scores that were computed so far. */
  readonly calls: () => number;
}

/** Makes trajectories and their scores, which no call changes. */
export function simulatedTrajectories(
  failures: readonly LabelledLength[],
  simulated: SimulatedScorer,
  seed: number,
): SimulatedTrajectories {
  const random = seededRandom(seed);
  const scores = new Map(
    failures.map((failure, at) => [idOf(seed, at), simulatedScores(failure, simulated, random)]),
  );
  let calls = 0;
  return {
    trajectories: failures.map((failure, at) => trajectoryOf(failure, idOf(seed, at))),
    scorer: {
      fingerprint: `simulated/${simulated.name}`,
      score: async ({ id }) => {
        const found = scores.get(id) ?? [];
        calls += found.length;
        return found;
      },
      scoreStep: async ({ id }, index) => {
        calls += 1;
        return scores.get(id)?.[index] ?? Number.NaN;
      },
    },
    calls: () => calls,
  };
}

const idOf = (seed: number, at: number): string => `simulated-${seed}-${at}`;

const trajectoryOf = ({ decisiveStep, length }: LabelledLength, id: string): LabelledTrajectory => ({
  id,
  task: "",
  steps: Array.from({ length }, (_, index) => ({ index, agent: "simulated", content: "" })),
  label: { decisiveStep },
});
