import type { ReplayView } from "../../../src/shared/view/replay-view.ts";
import type { AttemptView } from "../../../src/shared/view/thread-view.ts";
import { outcomeWords } from "../../../src/shared/words/outcome-words.ts";
import { replayOutcome, replayTitle } from "../parts/replay-words.ts";
import { shownText } from "../parts/shown-text.ts";

/** One side of a comparison: an attempt, or a replay of one. */
export interface ComparedSide extends Pick<AttemptView, "attempt" | "attribution" | "steps"> {
  /** Such as "Attempt 2" or "Replay 3, no note". */
  readonly name: string;
  /** How it ended. */
  readonly ending: string;
  /** Place of a replay among those of its thread; absent for an attempt. */
  readonly replay?: number;
}

export function attemptSide(attempt: AttemptView): ComparedSide {
  const { attempt: number, attribution, steps } = attempt;
  return {
    attempt: number,
    attribution,
    steps,
    name: `Attempt ${number}`,
    ending: outcomeWords(attempt).word,
  };
}

export function replaySide(view: ReplayView): ComparedSide {
  const { attempt, replay, steps } = view;
  return {
    attempt,
    replay,
    steps,
    name: shownText(replayTitle(view)),
    ending: replayOutcome(view).word,
  };
}
