import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { RafflesCandidate, RafflesOpinion } from "./candidate.ts";

/** @internal The rule-based evaluator: a candidate's step exists, and its agent is the one who acted in it. */
export function ruleCheck({ steps }: Trajectory, candidate: RafflesCandidate): RafflesOpinion {
  const fault = faultOf(steps, candidate);
  return {
    criterion: "trace",
    confidence: fault === undefined ? 100 : 0,
    reason: fault ?? "As in the trace.",
  };
}

function faultOf(steps: Trajectory["steps"], { agent, step }: RafflesCandidate): string | undefined {
  if (step === undefined) return undefined;
  const acted = steps[step];
  if (acted === undefined) return `There is no step ${step + 1}; the steps are 1 to ${steps.length}.`;
  if (agent === undefined || agent === acted.agent) return undefined;
  return `Not "${agent}" but "${acted.agent}" acted in step ${step + 1}.`;
}
