import type { AttemptView } from "../shared/view/thread-view.ts";
import { setInWords } from "../shared/words/attribution-words.ts";
import { excludedWords } from "../shared/words/excluded-words.ts";
import { outcomeWords } from "../shared/words/outcome-words.ts";
import { rollbackWords } from "../shared/words/rollback-words.ts";
import type { PictureOptions } from "./picture-options.ts";

/** Content of a lane, for people who cannot see it; nothing that the trace says. */
export function attemptInWords(attempt: AttemptView, options: PictureOptions = {}): string {
  const set = setInWords(attempt, options);
  const excluded = attempt.attribution && excludedWords(attempt.attribution);
  const rewound = rollbackWords(attempt);
  return [
    `Attempt ${attempt.attempt}, ${attempt.steps.length} steps: ${outcomeWords(attempt).word}.`,
    ...(set === undefined ? [] : [`${set}.`]),
    ...(excluded === undefined ? [] : [excluded]),
    ...(rewound === undefined ? [] : [rewound.undone, rewound.kept]),
  ].join(" ");
}
