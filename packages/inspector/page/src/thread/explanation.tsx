import type { StepExplanation } from "@langgraph-rollback/attribution";
import type { ReactNode } from "react";

import { explanationWords } from "../../../src/shared/words/explanation-words.ts";
import { DrawnText } from "../parts/drawn-text.tsx";
import { TraceText } from "../parts/trace-text.tsx";

/** Why the scorer suspects a step: what speaks for it and against it, with shares, or each member's reason. */
export function Explanation({ explanation }: { readonly explanation: StepExplanation }): ReactNode {
  const { parts, sum } = explanationWords(explanation);
  return (
    <>
      <ul className="reasons">
        {parts.map(({ share, says, reason }, place) => (
          // Recorded parts never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <div className="reason">
              {share !== undefined && (
                <span className={share.startsWith("+") ? "share share-for" : "share share-against"}>
                  {share}
                </span>
              )}
              <TraceText text={says} />
            </div>
            {reason !== undefined && (
              <div className="model-reason">
                <DrawnText text={reason} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {sum !== undefined && <p className="soft">{sum}</p>}
    </>
  );
}
