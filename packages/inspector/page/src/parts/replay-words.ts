import type { ReplayName } from "../../../src/shared/view/replay-name.ts";
import type { ReplaySummary } from "../../../src/shared/view/replay-view.ts";
import type { WhatIfTold } from "../../../src/shared/view/what-if-told.ts";
import type { OutcomeWords } from "../../../src/shared/words/outcome-words.ts";

/** Name of a replay, such as "Replay 3, no note". Untrusted. */
export const replayTitle = ({ number, variant }: Pick<ReplayName, "number" | "variant">): string =>
  `Replay ${number}, ${variant}`;

/** The end of a replay. A file does not tell inconclusive replays from unjudged ones; of a what-if that is known. */
export function replayOutcome({ outcome, whatIf }: Pick<ReplaySummary, "outcome" | "whatIf">): OutcomeWords {
  const isOk = outcome?.ok ?? (whatIf && OK[whatIf.status]);
  if (isOk === undefined)
    return { mark: "?", word: whatIf?.status ?? "inconclusive or unjudged", tone: "open" };
  return isOk ? { mark: "✓", word: "accepted", tone: "good" } : { mark: "✕", word: "rejected", tone: "bad" };
}

const OK: Readonly<Record<WhatIfTold["status"], boolean | undefined>> = {
  accepted: true,
  rejected: false,
  inconclusive: undefined,
  unjudged: undefined,
};
