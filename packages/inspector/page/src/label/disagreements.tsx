import type { ReactNode } from "react";

import type { AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import type { Disagreement } from "../../../src/shared/view/labels-view.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { LabelWords } from "./label-words.tsx";

/** Attempts of which two labellers say different things, with what each says. */
export function Disagreements({
  disagreements,
  open,
}: {
  readonly disagreements: readonly Disagreement[];
  readonly open: (id: AttemptId) => void;
}): ReactNode {
  if (disagreements.length === 0) return undefined;
  return (
    <details className="label-list">
      <summary>Disagreements ({disagreements.length})</summary>
      <p className="soft">
        Calibration uses none of these until the labellers agree. To give an opinion of your own, take the
        attempt from the queue before you look here.
      </p>
      <ul>
        {disagreements.map(({ thread, run, attempt, labels }) => (
          <li key={JSON.stringify([thread, run, attempt])}>
            <button type="button" onClick={() => open({ thread, run, attempt })}>
              <TraceText text={thread} />, attempt {attempt}
            </button>
            {labels.map((label) => (
              <LabelWords key={label.id} label={label} />
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
