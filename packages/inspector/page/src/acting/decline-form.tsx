import { type ReactNode, useState } from "react";

import type { ActingView } from "../../../src/shared/acting/acting-view.ts";
import type { ActionBodies } from "../../../src/shared/acting/requests.ts";
import { effectWords } from "../../../src/shared/words/effect-words.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { ActionForm } from "./dialog-parts.tsx";
import { useActing } from "./use-acting.ts";

type Held = NonNullable<ActionBodies["answer"]["held"]> | "";

/** Declines a rollback, and decides about the acts that the run holds. */
export function DeclineForm({
  view: { effects, expected },
  onDone,
}: {
  readonly view: ActingView;
  readonly onDone: () => void;
}): ReactNode {
  const acting = useActing();
  const [held, setHeld] = useState<Held>("");
  if (acting === undefined) return null;
  const holding = effects.filter(({ standing }) => standing === "held");
  return (
    <ActionForm
      title="Decline the rollback"
      button="Decline"
      onDone={onDone}
      onSend={(asked) =>
        acting.act(
          "answer",
          {
            thread: acting.thread,
            expected,
            ...asked,
            decision: "decline",
            ...(held === "" ? {} : { held }),
          },
          "Declined. The run has ended.",
        )
      }
    >
      <p>Nothing is undone. The run ends as given up, with the result that it has.</p>
      {holding.length > 0 && (
        <>
          <ul>
            {effectWords(holding).map(({ call, id }) => (
              <li key={id}>
                <TraceText className="mono" text={call} />: held
              </li>
            ))}
          </ul>
          <label className="action-field">
            <span>The held acts</span>
            <select value={held} onChange={({ target }) => setHeld(heldOf(target.value))}>
              <option value="">as the agent’s options say</option>
              <option value="release">carry them out</option>
              <option value="discard">give them up</option>
            </select>
          </label>
        </>
      )}
    </ActionForm>
  );
}

const heldOf = (value: string): Held => (value === "release" || value === "discard" ? value : "");
