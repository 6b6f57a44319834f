import type { ReactNode } from "react";

import type { RunView } from "../../../src/shared/view/thread-view.ts";
import { actionWords } from "../../../src/shared/words/action-words.ts";
import { Moment } from "../parts/moment.tsx";
import { TraceText } from "../parts/trace-text.tsx";

/** Record of the actions of people on a run: who, what, when and why. */
export function ActionsRecord({ run: { actions } }: { readonly run: RunView }): ReactNode {
  if (actions === undefined) return null;
  return (
    <section className="actions-record" aria-labelledby="actions-title">
      <h2 id="actions-title" className="pane-title">
        What people did
      </h2>
      <ol>
        {actions.map((action) => (
          <li key={action.key}>
            <Moment iso={action.at} />{" "}
            <strong>
              <TraceText text={action.by} />
            </strong>{" "}
            <TraceText text={actionWords(action)} /> <span className="soft">(attempt {action.attempt})</span>
            {action.why !== undefined && (
              <>
                : <TraceText text={action.why} />
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
