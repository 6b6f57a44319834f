import type { ReactNode } from "react";

import { attemptKey } from "../../../src/shared/labels/attempt-key.ts";
import type { RunView } from "../../../src/shared/view/thread-view.ts";
import { runLabelWords } from "../../../src/shared/words/run-label-words.ts";
import { usePageData } from "../data/page-data.ts";
import { shownText } from "../parts/shown-text.ts";

/** Whether labellers take the run for right: in a report alone, as it would lead those who have yet to judge. */
export function RunLabels({ thread, run }: { readonly thread: string; readonly run: RunView }): ReactNode {
  const { reportedRunLabels = [] } = usePageData();
  return run.attempts.map(({ attempt }) => {
    const key = attemptKey({ thread, run: run.run, attempt });
    const labels = reportedRunLabels.filter((label) => attemptKey(label) === key);
    const words = runLabelWords(labels);
    if (words === undefined) return undefined;
    const names = [...new Set(labels.map(({ labeller }) => labeller))].join(", ");
    return (
      <span key={key} className="soft" title={shownText(names)}>
        {run.attempts.length > 1 && `attempt ${attempt} `}
        {words}
      </span>
    );
  });
}
