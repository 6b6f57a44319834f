import { type Figure, overProblems } from "../figure.ts";
import type { MailArm, MailedRun } from "./mail-failures.ts";

/** Results of the failed runs of one arm, and of their mails. Counts are of runs, where nothing else is said. */
export interface HeldMailFigures {
  readonly arm: MailArm;
  readonly runs: number;
  /** Given up as a rollback would have undone the mail. */
  readonly stopped: number;
  /** Accepted in the end. */
  readonly accepted: number;
  /** Share that is accepted in the end. */
  readonly recovered: Figure;
  /** Accepted ones for which exactly one mail has left, and it has the right answer. */
  readonly onceEach: number;
  /** Mails whose Message-ID is made of the key of an act that the history calls released. */
  readonly keyedMails: number;
  /** Mails that have left although no accepted attempt asked for them. */
  readonly strayMails: number;
  /** Mails whose Message-ID an earlier mail has. */
  readonly repeatedMails: number;
}

export function heldMailFigures(arm: MailArm, runs: readonly MailedRun[]): HeldMailFigures {
  const count = (holds: (run: MailedRun) => boolean): number => runs.filter(holds).length;
  const sum = (of: (run: MailedRun) => number): number => runs.reduce((total, run) => total + of(run), 0);
  return {
    arm,
    runs: runs.length,
    stopped: count(({ isStopped }) => isStopped),
    accepted: count(({ isAccepted }) => isAccepted),
    recovered: overProblems(
      runs.map(({ isAccepted }) => Number(isAccepted)),
      runs.map(({ problem }) => problem),
    ),
    onceEach: count(({ isAccepted, mails, right }) => isAccepted && mails === 1 && right === 1),
    keyedMails: sum(({ released }) => released),
    strayMails: sum(({ isAccepted, mails, right }) => mails - (isAccepted ? Math.min(right, 1) : 0)),
    repeatedMails: sum(({ repeated }) => repeated),
  };
}
