import { scaleLinear } from "d3-scale";

import type { AttemptView } from "../view/thread-view.ts";
import { stretchesOf } from "../words/stretches-of.ts";

/** A stretch of a lane in pixels. */
export interface Stretch {
  readonly x: number;
  readonly width: number;
}

/** How one attempt is drawn: as dots where there is room for them, as a line where there is not. */
export interface Lane {
  readonly attempt: number;
  /** Middle of each step's dot, shape [l]; absent where the steps are too many to tell apart. */
  readonly dots?: readonly number[] | undefined;
  readonly radius: number;
  /** The steps that were taken over, and those that this attempt ran itself. */
  readonly kept: Stretch;
  readonly own: Stretch;
  /** Stretches of the set; none where no bound was found. */
  readonly set: readonly Stretch[];
  /** Position of its verdict. */
  readonly end: number;
  /** Of a rolled back attempt: from its end back to where the next one begins. */
  readonly rewind?: { readonly from: number; readonly to: number } | undefined;
  /** Middle of a step. */
  readonly middleOf: (step: number) => number;
}

/** Room for the verdict mark at the end of a lane. */
const VERDICT = 22;

/** Dots closer than this are drawn as a line. */
const TELLABLE = 7;

/**
 * The lanes of a run's attempts on one scale: the same step stands at the same place in all of them.
 * @param width of the drawing in pixels
 */
export function laneGeometry(attempts: readonly AttemptView[], width: number): readonly Lane[] {
  const longest = attempts.reduce((most, { steps }) => Math.max(most, steps.length), 1);
  const x = scaleLinear([0, longest], [0, Math.max(0, width - VERDICT)]);
  const column = x(1);
  const radius = Math.min(5, Math.max(2, column / 2 - 1.5));
  const stretch = (start: number, end: number): Stretch => ({ x: x(start), width: x(end) - x(start) });
  const middleOf = (step: number) => x(step + 0.5);
  return attempts.map(({ attempt, steps, kept, rewind, attribution }): Lane => {
    const bounded = attribution?.status === "bounded" ? attribution.set.steps : [];
    const end = x(steps.length) + VERDICT / 2;
    return {
      attempt,
      radius,
      end,
      middleOf,
      kept: stretch(0, Math.min(kept, steps.length)),
      own: stretch(Math.min(kept, steps.length), steps.length),
      set: stretchesOf(bounded).map(([start, last]) => stretch(start, last + 1)),
      ...(column < TELLABLE ? {} : { dots: steps.map((_, index) => middleOf(index)) }),
      rewind: rewind && { from: end, to: middleOf(rewind.step) },
    };
  });
}
