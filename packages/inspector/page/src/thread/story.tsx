import type { ReactNode } from "react";

import type { RunView } from "../../../src/shared/view/thread-view.ts";
import { runStory } from "../../../src/shared/words/run-story.ts";
import { TraceText } from "../parts/trace-text.tsx";

/** Outcome of the run, in one line: why it failed, from where it was retried, what came of it. */
export function Story({ run }: { readonly run: RunView }): ReactNode {
  return (
    <p className="story">
      {runStory(run).map(({ text, isTrace }, place) =>
        // oxlint-disable-next-line react/no-array-index-key -- the same words may come twice, and none of them moves
        isTrace ? <TraceText key={place} text={text} /> : text,
      )}
    </p>
  );
}
