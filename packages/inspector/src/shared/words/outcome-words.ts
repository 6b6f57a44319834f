import type { AttemptView } from "../view/thread-view.ts";
import { isStoppedEarly, stoppedBy } from "./early-words.ts";

/** How an attempt ended: the mark and the word say the same, colour only repeats it. */
export interface OutcomeWords {
  readonly mark: string;
  readonly word: string;
  readonly tone: "good" | "bad" | "open";
}

/** How an attempt ended, in a word: "unjudged" where the verifier failed, "not judged" if it was not called yet. */
export function outcomeWords({ outcome, problem, decision }: AttemptView): OutcomeWords {
  if (outcome?.ok === true) return { mark: "✓", word: "accepted", tone: "good" };
  if (isStoppedEarly({ outcome })) return { mark: "■", word: "stopped early", tone: "bad" };
  if (outcome !== undefined) return { mark: "✕", word: "rejected", tone: "bad" };
  if (problem !== undefined || decision !== undefined) return { mark: "?", word: "unjudged", tone: "open" };
  return { mark: "…", word: "not judged", tone: "open" };
}

/** Why an attempt failed: the verifier's words, the exception's, or what stopped it early. Untrusted. */
export function rejection({ outcome }: Pick<AttemptView, "outcome">): string | undefined {
  if (outcome === undefined || outcome.ok) return undefined;
  const { early, error, reason } = outcome;
  if (early?.by === "alarm") return stoppedBy({ outcome });
  return reason ?? (error === undefined ? undefined : `${error.name}: ${error.message}`);
}
