import type { RunStatus } from "../history/history.ts";

/** Facts about one run, without its texts but for the reason of its failure. Names are untrusted. */
export interface RunFacts {
  readonly thread: string;
  readonly run: string;
  /** When its first attempt was decided, ISO 8601, UTC. */
  readonly at: string;
  readonly status: RunStatus;
  /** Agents and nodes that acted in it. */
  readonly agents: readonly string[];
  /** How its first attempt failed; absent if that passed, or was not judged. */
  readonly failure?: FailureFacts;
  /** Whether its first attempt was judged. */
  readonly isJudged: boolean;
  /** Cost of the first attempt, and of all attempts after it. */
  readonly first: CostFacts;
  readonly redone: CostFacts;
  /** Number of rollbacks. */
  readonly rollbacks: number;
  /** Steps of all attempts, each once. */
  readonly steps: readonly StepFacts[];
  /** Fingerprint of the verifier that judged its first attempt. */
  readonly verifier?: string;
}

/** How an attempt failed. */
export interface FailureFacts {
  readonly reason: string;
  /** Name of the exception that escaped, and the names of the place where it did. */
  readonly error?: { readonly name: string; readonly at?: PlaceNames };
  /** Kind of its early end, if an alarm or a check ended it. */
  readonly early?: "alarm" | "check";
  /** Suspicion by place, if its steps were scored. */
  readonly suspicion?: readonly SuspectedStep[];
  /** Fingerprint of everything that decides about the run. */
  readonly procedure?: string;
}

/** A step of a failed attempt, with its share of the suspicion: in [0, 1], in sum 1. */
export interface SuspectedStep extends PlaceNames {
  readonly share: number;
}

/** Names of a step's place. */
export interface PlaceNames {
  readonly node: string;
  /** Absent for a step in which a tool ran. */
  readonly agent?: string;
  /** The tool that ran in it; else the first that it asked for. */
  readonly tool?: string;
}

/** Cost of attempts. */
export interface CostFacts {
  readonly steps: number;
  /** Tokens of models, given and made; absent where no message tells. */
  readonly tokens?: number;
  /** Milliseconds from the start of the first step to the end of the last one; absent where nobody recorded. */
  readonly ms?: number;
}

/** One step. */
export interface StepFacts {
  readonly node: string;
  /** The tool that ran. */
  readonly tool?: string;
  /** Tools of it that failed. */
  readonly failedTools: readonly string[];
  readonly ms?: number;
  readonly models: readonly { readonly model: string; readonly input: number; readonly output: number }[];
}
