import type { AgentName } from "../team/agent-name.ts";
import type { MistakeKind } from "./mistake-kind.ts";

/** A mistake that the simulated model made. */
export interface MadeMistake {
  readonly problemId: string;
  readonly seed: number;
  /** 0-based index of the step in its trajectory. */
  readonly step: number;
  readonly agent: AgentName;
  readonly kind: MistakeKind;
  /** Made unprompted; made again under a note; new under a note or in an altered conversation; or asked for. */
  readonly cause: "first" | "repeated" | "fresh" | "planted";
  /** The notes that stood in the conversation. */
  readonly notes: readonly string[];
}

/** What really went wrong, kept on the side for evaluation. No message and no scorer ever sees it. */
export interface MistakeLedger {
  readonly record: (mistake: MadeMistake) => void;
  /** The earliest mistake of a run that nobody has sent a note to: its decisive step. */
  readonly firstMistake: (problemId: string, seed: number) => MadeMistake | undefined;
}

export function createMistakeLedger(): MistakeLedger {
  const earliest = new Map<string, MadeMistake>();
  const keyOf = (problemId: string, seed: number): string => JSON.stringify([problemId, seed]);
  return {
    record(mistake) {
      const key = keyOf(mistake.problemId, mistake.seed);
      const known = earliest.get(key);
      if (mistake.cause === "first" && (known === undefined || mistake.step < known.step))
        earliest.set(key, mistake);
    },
    firstMistake: (problemId, seed) => earliest.get(keyOf(problemId, seed)),
  };
}
