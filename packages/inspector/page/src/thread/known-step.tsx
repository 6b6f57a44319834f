import type { ReactNode } from "react";

import type { StepView } from "../../../src/shared/view/thread-view.ts";
import { outputOrCalls } from "../parts/output-or-calls.ts";
import { LongText } from "../parts/long-text.tsx";
import { TraceText } from "../parts/trace-text.tsx";

/** The part of a step's summary that its row knows already, while the rest is read. */
export function KnownStep({ step }: { readonly step: StepView }): ReactNode {
  const shown = outputOrCalls(step);
  return (
    <div className="known-step" aria-busy="true">
      {step.error !== undefined && (
        <p className="thrown">
          ✕ <strong>threw</strong> <TraceText text={step.error} />
        </p>
      )}
      {shown !== "" && <LongText text={shown} />}
    </div>
  );
}
