import type { ReactNode } from "react";

import { attemptKey, type AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import type { Label } from "../../../src/shared/labels/label.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { hrefOf } from "../routing/route.ts";
import { labelsOfAttempt } from "./labels-of-attempt.ts";
import { verdictWords } from "./verdict-words.ts";

/** Failures of the same ten that are like the one at hand, with the labeller's own labels of them. */
export function AlikeFailures({
  group,
  current,
  labels,
  labeller,
}: {
  readonly group: readonly AttemptId[];
  readonly current: AttemptId;
  readonly labels: readonly Label[];
  readonly labeller: string | undefined;
}): ReactNode {
  const others = group.filter((id) => attemptKey(id) !== attemptKey(current));
  return (
    <p className="alike">
      <span title="By the verdict’s words and by agents, tools and errors; no score is used.">
        {group.length} alike
      </span>{" "}
      <span className="soft">in these ten, beside this one:</span>{" "}
      {others.map((id) => {
        const own = labelsOfAttempt(labels, id, labeller).own.at(-1);
        const { thread, run, attempt } = id;
        return (
          <span key={attemptKey(id)} className="alike-one">
            <a href={hrefOf({ page: "label", thread, run, attempt })}>
              <TraceText text={thread} />
            </a>
            {own !== undefined && `: you said ${verdictWords(own.verdict)}`}
          </span>
        );
      })}
    </p>
  );
}
