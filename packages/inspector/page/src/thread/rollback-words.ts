import type { AttemptView } from "../../../src/view/thread-view.ts";
import { outcomeWord } from "../parts/outcome-words.ts";
import { stepsInWords } from "./steps-in-words.ts";

/** What a rollback undid and what it did not, as the record says; absent for an attempt that was not rolled back. */
export interface RollbackWords {
  readonly undone: string;
  readonly kept: string;
  /** The record knows nothing of what steps did elsewhere, and a rewind does not undo it. */
  readonly notUndone: string;
}

export function rollbackWords({ attempt, steps, rewind }: AttemptView): RollbackWords | undefined {
  if (rewind === undefined) return undefined;
  const undone = stepsInWords(steps.slice(rewind.step).map(({ index }) => index));
  const why =
    rewind.strategy === "restart" ? "back to the start of the turn" : "back to the set's first step";
  return {
    undone: `Attempt ${attempt} was rewound ${why}: ${undone} ${undone.startsWith("steps") ? "were" : "was"} undone and ran again.`,
    kept:
      rewind.kept === 0
        ? "Nothing was kept."
        : `${rewind.kept} ${rewind.kept === 1 ? "step was" : "steps were"} kept.`,
    notUndone:
      "What they did outside of the graph's state (mails sent, money paid, files written) was not undone.",
  };
}

/** How an attempt ended: mark and word say the same, colour only repeats it. */
export function verdictOf(attempt: AttemptView): {
  readonly mark: string;
  readonly word: string;
  readonly tone: "good" | "bad" | "open";
} {
  const word = outcomeWord(attempt);
  const ok = attempt.outcome?.ok;
  if (ok !== undefined) return ok ? { mark: "✓", word, tone: "good" } : { mark: "✕", word, tone: "bad" };
  return { mark: attempt.decision === undefined ? "…" : "?", word, tone: "open" };
}
