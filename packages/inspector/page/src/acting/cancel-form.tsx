import type { ReactNode } from "react";

import { TraceText } from "../parts/trace-text.tsx";
import { ActionForm } from "./dialog-parts.tsx";
import { useActing } from "./use-acting.ts";

/** Cancels a run of the queue. */
export function CancelForm({
  run,
  onDone,
}: {
  readonly run: string;
  readonly onDone: () => void;
}): ReactNode {
  const acting = useActing();
  if (acting === undefined) return null;
  return (
    <ActionForm
      title="Cancel a run of the queue"
      button="Cancel the run"
      close="Leave it"
      onDone={onDone}
      onSend={(asked) =>
        acting.act("cancel", { thread: acting.thread, ...asked, run }, "The run is cancelled.")
      }
    >
      <p>
        Run <TraceText className="mono" text={run} /> on thread <TraceText text={acting.thread} /> ends. If a
        worker has it, the worker aborts it. What it has done stays done, and the thread’s later runs follow.
      </p>
    </ActionForm>
  );
}
