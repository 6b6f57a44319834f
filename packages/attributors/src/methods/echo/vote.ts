import type { Analysis } from "./analysis.ts";
import type { AnalystRole } from "./roles.ts";

/** Subject of a vote: the agent, the step, or both in a unified analysis. */
export type EchoSubject = "agent" | "step" | "both";

/** One analyst's conclusion, which counts by its confidence. */
export interface EchoVote {
  readonly role: AnalystRole;
  readonly temperature: number;
  readonly subject: EchoSubject;
  /** As the trajectory writes them; empty where nobody is blamed. Two or more make it a vote for several agents. */
  readonly agents: readonly string[];
  /** 0-based; absent where no step could be told. */
  readonly step?: number;
  /** In [0, 1]. */
  readonly confidence: number;
  /** In the model's words. Untrusted. */
  readonly reason: string;
  /** Whether the confidence reaches the threshold. */
  readonly counted: boolean;
}

/** @internal */
export function voteOf({ analyst, conclusion }: Analysis, subject: EchoSubject, threshold: number): EchoVote {
  const { agents, step, confidence, reason } = conclusion;
  return {
    role: analyst.role,
    temperature: analyst.temperature,
    subject,
    agents,
    ...(step === undefined ? {} : { step }),
    confidence,
    reason,
    counted: confidence >= threshold,
  };
}
