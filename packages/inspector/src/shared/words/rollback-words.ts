import type { RewindRecord } from "langgraph-rollback/inspection";

import type { AttemptView } from "../view/thread-view.ts";
import { percent } from "./percent.ts";
import { stepsInWords } from "./steps-in-words.ts";

/** What a rollback undid and what it did not, as the record says; absent for an attempt that was not rolled back. */
export interface RollbackWords {
  readonly undone: string;
  readonly kept: string;
  /** The policy and its reason, untrusted; absent in records of older versions. */
  readonly why: string | undefined;
  /** What is promised of where it went back to; absent in records of older versions. */
  readonly promise: string | undefined;
  /** The record knows nothing of what steps did elsewhere, and a rewind does not undo it. */
  readonly notUndone: string;
}

export function rollbackWords({ attempt, steps, rewind }: AttemptView): RollbackWords | undefined {
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
    promise: rewind.reason === undefined ? undefined : promiseInWords(rewind),
    notUndone:
      "What they did outside of the graph's state (mails sent, money paid, files written) was not undone.",
  };
}

function promiseInWords({ promise }: Pick<RewindRecord, "promise">): string {
  if (promise === undefined) return "No level is promised of where it went back to.";
  const { level, guarantee } = promise;
  const about = guarantee === "exact" ? "In at most" : "In about";
  return `${about} ${percent(1 - level)} of failed runs does what is kept of attempt 1 hold the first mistake.`;
}
