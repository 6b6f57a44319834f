import type { Mark } from "../scorers/step-scorer.ts";

/** Suspicion of the first step that is marked wrong. */
const FIRST_WRONG = 0.8;
/** Of every later step that is marked wrong: often it follows from the first. */
const LATER_WRONG = 0.4;
/** Of a step that is marked neutral, or not at all. */
const NEUTRAL = 0.1;
/** Of a step that is marked right. Not 0: judges miss mistakes. */
const RIGHT = 0.05;

/**
 * Step scores of marks, where nothing is fitted: 0.8 for the first step that is marked wrong, 0.4 for later wrong ones, 0.1
 * for neutral ones and for those without a mark, 0.05 for right ones. The numbers are fixed by us and only their order
 * matters much; `ensemble` learns from labelled failures what marks are worth.
 *
 * @param marks shape [l]
 * @returns in [0, 1], shape [l]
 */
export function markScores(marks: readonly Mark[]): readonly number[] {
  const first = marks.indexOf(-1);
  return marks.map((mark, step) => {
    if (mark === -1) return step === first ? FIRST_WRONG : LATER_WRONG;
    return mark === 1 ? RIGHT : NEUTRAL;
  });
}
