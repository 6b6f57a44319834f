import type { AttemptView } from "../view/thread-view.ts";
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
