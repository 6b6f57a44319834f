import type { AttemptView } from "../view/thread-view.ts";
import { stepsInWords } from "./steps-in-words.ts";

/** What a rollback undid and what it did not, as the record says; absent for an attempt that was not rolled back. */
export interface RollbackWords {
  readonly undone: string;
  readonly kept: string;
  /** The policy and its reason, untrusted; absent in records of older versions. */
  readonly why: string | undefined;
  /** What the record knows of effects outside of the graph; what is not declared is not undone. */
  readonly notUndone: string;
}

export function rollbackWords({ attempt, steps, rewind, effects }: AttemptView): RollbackWords | undefined {
  if (rewind === undefined) return undefined;
  const undone = stepsInWords(steps.slice(rewind.step).map(({ index }) => index));
  const where = rewind.step === 0 ? "the start of the turn" : `before step ${rewind.step + 1}`;
  return {
    undone: `Attempt ${attempt} was rewound to ${where}: ${undone} ${undone.startsWith("steps") ? "were" : "was"} undone and ran again.`,
    kept:
      rewind.kept === 0
        ? "Nothing was kept."
        : `${rewind.kept} ${rewind.kept === 1 ? "step was" : "steps were"} kept.`,
    why: rewind.reason === undefined ? undefined : `${rewind.policy}: ${rewind.reason}`,
    notUndone:
      effects === undefined
        ? "No effects are known of them: what else they did outside of the graph's state (mails sent, money paid, files written) was not undone."
        : "What they did outside of the graph is listed here; only what says so was undone.",
  };
}
