import type { ReactNode } from "react";

import { useActing } from "./use-acting.ts";

/** Acts from a step on. @param step 0-based */
export function StepActions({ step }: { readonly step: number }): ReactNode {
  const acting = useActing();
  if (acting?.view === undefined) return null;
  const { open, view } = acting;
  return (
    <div className="step-actions">
      {view.refused === undefined && (
        <button type="button" onClick={() => open({ kind: "retry", step })}>
          Retry from here …
        </button>
      )}
      {view.whatIfs !== undefined && view.whatIfs.underWay === undefined && (
        <button type="button" onClick={() => open({ kind: "what-if", step })}>
          Try on a copy …
        </button>
      )}
      {view.underWay === undefined && view.hasNoAgent !== true && (
        <button type="button" onClick={() => open({ kind: "fork", step })}>
          Copy up to here …
        </button>
      )}
    </div>
  );
}
