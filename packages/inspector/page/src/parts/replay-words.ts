import type { AttemptOutcome } from "langgraph-rollback";

import type { ReplayName } from "../../../src/shared/view/replay-name.ts";
import type { OutcomeWords } from "../../../src/shared/words/outcome-words.ts";

/** Name of a replay, such as "Replay 3, no note". Untrusted. */
export const replayTitle = ({ number, variant }: Pick<ReplayName, "number" | "variant">): string =>
  `Replay ${number}, ${variant}`;

/** How a replay ended. A file does not tell inconclusive replays from unjudged ones. */
export function replayOutcome(outcome: AttemptOutcome | undefined): OutcomeWords {
  if (outcome === undefined) return { mark: "?", word: "inconclusive or unjudged", tone: "open" };
  return outcome.ok
    ? { mark: "✓", word: "accepted", tone: "good" }
    : { mark: "✕", word: "rejected", tone: "bad" };
}
