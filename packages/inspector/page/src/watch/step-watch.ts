import type { AttemptView, CheckView } from "../../../src/shared/view/thread-view.ts";
import { checkWords } from "../../../src/shared/words/watch-words.ts";

/** Step of a raised alarm, and whether that stopped the attempt. */
export interface Fired {
  /** 0-based. */
  readonly step: number;
  readonly hasStopped: boolean;
}

/** Step of an attempt's raised alarm; `undefined` where it was not. */
export function firedAt({ outcome, watch }: Pick<AttemptView, "outcome" | "watch">): Fired | undefined {
  const early = outcome?.early;
  if (early?.by === "alarm") return { step: early.step, hasStopped: true };
  const raised = watch?.alarm?.raised;
  return raised === undefined ? undefined : { step: raised, hasStopped: false };
}

/** Observations after a step, in a word or two. */
export interface StepMark {
  readonly text: string;
  /** The same for screen readers. */
  readonly words: string;
  readonly isBad: boolean;
}

/** Observations after the steps of an attempt, by their indexes. */
export function stepMarks(attempt: Pick<AttemptView, "outcome" | "watch">): ReadonlyMap<number, StepMark[]> {
  const marks = new Map<number, StepMark[]>();
  const add = (step: number, mark: StepMark): void => {
    marks.set(step, [...(marks.get(step) ?? []), mark]);
  };
  const fired = firedAt(attempt);
  for (const check of attempt.watch?.checks ?? []) add(check.step, checkMark(check, attempt));
  if (fired !== undefined)
    add(fired.step, {
      text: fired.hasStopped ? "■ alarm" : "▲ alarm",
      words: fired.hasStopped ? "the alarm after it stopped the attempt" : "the alarm was raised after it",
      isBad: true,
    });
  return marks;
}

function checkMark(check: CheckView, { outcome }: Pick<AttemptView, "outcome">): StepMark {
  const { mark, word } = checkWords(check);
  const early = outcome?.early;
  const hasStopped = early?.by === "check" && early.step === check.step && early.node === check.node;
  return {
    text: `${hasStopped ? "■" : mark} check`,
    words: `the check after it ${word}${hasStopped ? " and stopped the attempt" : ""}`,
    isBad: !check.ok,
  };
}
