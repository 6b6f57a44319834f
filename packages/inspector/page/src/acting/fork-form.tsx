import { type ReactNode, useState } from "react";

import type { ActingView } from "../../../src/shared/acting/acting-view.ts";
import { hrefOf } from "../routing/route.ts";
import { ActionForm } from "./dialog-parts.tsx";
import { useActing } from "./use-acting.ts";

/** Copies the thread up to a step. */
export function ForkForm({
  view: { expected },
  step,
  onDone,
}: {
  readonly view: ActingView;
  /** 0-based; the first that the copy does not have. */
  readonly step: number;
  readonly onDone: () => void;
}): ReactNode {
  const acting = useActing();
  const [to, setTo] = useState(`${acting?.thread ?? ""}-copy`);
  if (acting === undefined) return null;
  return (
    <ActionForm
      title={`Copy the thread up to step ${step + 1}`}
      button="Copy"
      onDone={onDone}
      onSend={async (asked) => {
        const isDone = await acting.act(
          "fork",
          { thread: acting.thread, expected, ...asked, step, to },
          "Copied.",
        );
        if (isDone) globalThis.location.hash = hrefOf({ page: "thread", thread: to });
        return isDone;
      }}
    >
      <p>
        {step === 0
          ? "The copy has the input and no step."
          : `The copy has the first ${step} ${step === 1 ? "step" : "steps"}, not step ${step + 1}.`}{" "}
        The graph may have to go back further. This thread stays as it is. <code>graph.invoke(null, …)</code>{" "}
        runs the copy on, as a run of its own. Its acts are real ones.
      </p>
      <label className="action-field">
        <span>Id of the copy</span>
        <input
          type="text"
          required
          value={to}
          maxLength={1000}
          autoComplete="off"
          onChange={({ target }) => setTo(target.value)}
        />
      </label>
    </ActionForm>
  );
}
