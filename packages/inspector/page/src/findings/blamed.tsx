import type { ReactNode } from "react";

import { TraceText } from "../parts/trace-text.tsx";

/** Address of a step, 0-based. */
export type LinkOf = (step: number) => string;

/** A step as a link to it, and agents: "step 2, WebSurfer". */
export function Blamed({
  agents,
  linkOf,
  none,
  step,
}: {
  readonly agents: readonly string[];
  readonly linkOf: LinkOf;
  /** Words for neither a step nor an agent. */
  readonly none: string;
  readonly step: number | undefined;
}): ReactNode {
  if (step === undefined && agents.length === 0) return none;
  return (
    <>
      {step !== undefined && <a href={linkOf(step)}>step {step + 1}</a>}
      {step !== undefined && agents.length > 0 && ", "}
      <TraceText text={agents.join(", ")} />
    </>
  );
}
