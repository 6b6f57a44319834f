import type { ReactNode } from "react";

import type { ThreadStatus } from "../../../src/shared/view/thread-summary.ts";
import { statusWords } from "../../../src/shared/words/status-words.ts";

/** How a run stands: mark, word and colour. */
export function StatusMark({ status }: { readonly status: ThreadStatus }): ReactNode {
  const { mark, word, tone, meaning } = statusWords(status);
  return (
    <span className={`status status-${tone}`} title={meaning}>
      <span className="status-sign" aria-hidden="true">
        {mark}
      </span>
      {word}
    </span>
  );
}
