import type { AttemptView } from "../shared/view/thread-view.ts";
import { setInWords } from "../shared/words/attribution-words.ts";
import { outcomeWords } from "../shared/words/outcome-words.ts";
import { rollbackWords } from "../shared/words/rollback-words.ts";

/** What a lane shows, for whoever cannot see it; nothing that the trace says. */
export function attemptInWords(attempt: AttemptView): string {
  const set = setInWords(attempt);
  const rewound = rollbackWords(attempt);
  return [
    `Attempt ${attempt.attempt}, ${attempt.steps.length} steps: ${outcomeWords(attempt).word}.`,
    ...(set === undefined ? [] : [`${set}.`]),
    ...(rewound === undefined ? [] : [rewound.undone, rewound.kept]),
  ].join(" ");
}
