import type { ReactNode } from "react";

import { attemptKey, type AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { hrefOf } from "../routing/route.ts";

/** Results that rollback returned and nobody has judged: with them it shows what was recovered and what was spoilt. */
export function ResultsToLabel({ results }: { readonly results: readonly AttemptId[] }): ReactNode {
  if (results.length === 0) return undefined;
  return (
    <section>
      <h3>Returned results to label</h3>
      <p className="soft">
        Their first attempts are labelled. With both labels it shows what rollback changed.
      </p>
      <ul className="pilot-notes">
        {results.map((id) => (
          <li key={attemptKey(id)}>
            <a href={hrefOf({ page: "label", ...id, ask: "runs" })}>
              <TraceText text={id.thread} />, attempt {id.attempt}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
