import type { ReactNode } from "react";

import type { AttemptView } from "../../../src/shared/view/thread-view.ts";
import { decisionFacts } from "../../../src/shared/words/decision-words.ts";
import type { PromiseWords } from "../../../src/shared/words/promise-words.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { unbroken } from "../parts/unbroken.ts";

/** Promises of the set and of the start, approval of the rollback, and spending, as the record has them. */
export function Decision({
  attempt,
  promise,
}: {
  readonly attempt: AttemptView;
  readonly promise: PromiseWords | undefined;
}): ReactNode {
  const facts = decisionFacts(attempt);
  if (facts.length === 0) return null;
  return (
    <dl className="pairs decision">
      {promise !== undefined && (
        <div>
          <dt>Promise of the set</dt>
          <dd>{unbroken(promise.meaning)}</dd>
        </div>
      )}
      {facts.map(({ name, words }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <TraceText text={unbroken(words)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
