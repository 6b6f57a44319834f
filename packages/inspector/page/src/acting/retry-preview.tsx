import type { ReactNode } from "react";

import type { ActingView } from "../../../src/shared/acting/acting-view.ts";
import { counted } from "../../../src/shared/words/counted.ts";
import { effectWords } from "../../../src/shared/words/effect-words.ts";
import { stepsInWords } from "../../../src/shared/words/steps-in-words.ts";
import { TraceText } from "../parts/trace-text.tsx";

type Retry = NonNullable<ActingView["retry"]>;

/** Files that are named. */
const NAMED = 20;

/** Consequences of a retry for steps, effects and files. */
export function RetryPreview({
  asked,
  retry: { attempt, cannotUndo, discard, files, kept, reused, step, undo, undone },
}: {
  /** 0-based. */
  readonly asked: number;
  readonly retry: Retry;
}): ReactNode {
  const effects = [
    { title: "Effects to undo, in this order", list: undo },
    { title: "Held acts that would never take place", list: discard },
    { title: "Effects left for the next attempt", list: reused },
    { title: "Nothing undoes", list: cannotUndo, isBad: true },
  ].filter(({ list }) => list.length > 0);
  return (
    <div className="retry-preview">
      <p>
        Attempt {attempt}: {stepsInWords(undone.map(({ index }) => index))} of {kept + undone.length}{" "}
        {undone.length === 1 ? "is" : "are"} undone and run again, {counted(kept, "step")} kept.
        {step < asked && " The graph can only go back that far."}
      </p>
      {effects.length === 0 && <p>No effect outside of the graph is known to be in that part.</p>}
      {effects.map(({ title, list, isBad }) => (
        <section key={title} className={isBad === true ? "retry-bad" : undefined}>
          <h3>{title}</h3>
          <ul>
            {effectWords(list).map(({ id, call }) => (
              <li key={id}>
                <TraceText className="mono" text={call} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {files !== undefined && files.length > 0 && (
        <section>
          <h3>{counted(files.length, "file")} of the workspace would change</h3>
          <ul>
            {files.slice(0, NAMED).map(({ change, path }) => (
              <li key={path}>
                <TraceText className="mono" text={path} /> {change}
              </li>
            ))}
            {files.length > NAMED && <li>and {files.length - NAMED} more</li>}
          </ul>
        </section>
      )}
    </div>
  );
}
