import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { Finding } from "./attributor.ts";

/** @internal Agent and reason that a method gives beside the blamed step. */
export interface BlameDetails {
  /** Default: the one who acted in the step. */
  readonly agent?: string | undefined;
  readonly reason?: string | undefined;
}

/** @internal Whom a finding blames and why: only the fields that there is something to say in. */
export function blameOf(
  { steps }: Pick<Trajectory, "steps">,
  step: number | undefined,
  { agent = steps[step ?? -1]?.agent, reason }: BlameDetails = {},
): Pick<Finding, "step" | "agent" | "reason"> {
  return {
    ...(step === undefined ? {} : { step }),
    ...(agent === undefined ? {} : { agent }),
    ...(reason === undefined ? {} : { reason }),
  };
}
