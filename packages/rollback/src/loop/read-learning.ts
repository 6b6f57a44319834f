import { coldState, type LearningState } from "@langgraph-rollback/attribution";

import { learningStore } from "../setup/learning-place.ts";
import { placeIn, type LearningSource } from "./learning-source.ts";

/** What one agent has learnt from its own runs, and from how many. */
export interface AgentLearning {
  readonly agent: string;
  /** What is in force. */
  readonly state: LearningState;
  /** All that was ever in force, oldest first. */
  readonly states: readonly LearningState[];
  /** Failed runs among the evidence. */
  readonly failures: number;
  /** Failed runs that were replayed. */
  readonly replayed: number;
}

/**
 * Reads what agents have learnt from their own runs.
 *
 * @returns one entry for each agent that has learnt, by name
 * @throws {NoCheckpointerError | UnsupportedGraphError}
 */
export async function readLearning(source: LearningSource): Promise<readonly AgentLearning[]> {
  const store = learningStore(placeIn(source));
  const all = await store.states();
  const evidence = await store.evidence();
  const agents = [...new Set([...all, ...evidence].map(({ agent }) => agent))].toSorted();
  return agents.map((agent) => {
    const states = all.filter((state) => state.agent === agent);
    const count = (kind: "run" | "replays"): number =>
      evidence.filter((entry) => entry.agent === agent && entry.kind === kind).length;
    return {
      agent,
      state: states.at(-1) ?? coldState(agent),
      states,
      failures: count("run"),
      replayed: count("replays"),
    };
  });
}
