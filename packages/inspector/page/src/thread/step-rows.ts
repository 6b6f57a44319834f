import type { AttemptView, StepView } from "../../../src/shared/view/thread-view.ts";
import { boundedSet } from "../parts/bounded-set.ts";
import { type StepMark, stepMarks } from "../watch/step-watch.ts";

/** Place in a row of neighbours. */
export type Place = "only" | "first" | "middle" | "last";

/** A step as the list shows it. */
export interface StepRow {
  readonly step: StepView;
  readonly score?: number | undefined;
  /** Its place in its stretch of the set; absent outside of it, and where no bound was found. */
  readonly set?: Place | undefined;
  /** Taken over from the attempt before. */
  readonly isKept: boolean;
  /** Undone by the rollback after this attempt. */
  readonly isUndone: boolean;
  /** Event just before it: the graph was rewound to here, or this attempt was started from here. */
  readonly before?: "rewound" | "forked" | undefined;
  /** Its place among steps that ran side by side. */
  readonly beside?: Place | undefined;
  /** Observations after it while the attempt ran. */
  readonly watched?: readonly StepMark[] | undefined;
}

/** The rows of an attempt, shape [l]; takes O(l). */
export function stepRows(attempt: AttemptView): readonly StepRow[] {
  const { steps, attribution, kept, rewind } = attempt;
  const inSet = new Set(boundedSet(attribution));
  const marks = stepMarks(attempt);
  return steps.map((step, index): StepRow => {
    const score = attribution?.scores[index];
    const set = placeOf(index, (each) => inSet.has(each));
    const beside = besideOf(steps, index);
    const before = rewind?.step === index ? "rewound" : kept > 0 && kept === index ? "forked" : undefined;
    return {
      step,
      isKept: index < kept,
      isUndone: rewind !== undefined && index >= rewind.step,
      score,
      set,
      beside,
      before,
      watched: marks.get(index),
    };
  });
}

function placeOf(index: number, isIn: (index: number) => boolean): Place | undefined {
  if (!isIn(index)) return undefined;
  if (isIn(index - 1)) return isIn(index + 1) ? "middle" : "last";
  return isIn(index + 1) ? "first" : "only";
}

function besideOf(steps: readonly StepView[], index: number): Place | undefined {
  const [before, step, after] = [steps[index - 1], steps[index], steps[index + 1]];
  const up = ranBeside(before, step);
  const down = ranBeside(step, after);
  if (up) return down ? "middle" : "last";
  return down ? "first" : undefined;
}

/**
 * Whether two neighbours ran side by side. In the outermost graph a shared superstep says so; two subgraphs, each with
 * supersteps of its own, may share its number by chance, so there the times have to say so as well.
 */
function ranBeside(one: StepView | undefined, other: StepView | undefined): boolean {
  if (one?.superstep === undefined || one.superstep !== other?.superstep || one.depth !== other.depth)
    return false;
  return one.depth === 0 || (other.startedAt !== undefined && other.startedAt < (endOf(one) ?? ""));
}

function endOf({ startedAt, ms }: StepView): string | undefined {
  return startedAt === undefined || ms === undefined
    ? undefined
    : new Date(Date.parse(startedAt) + ms).toISOString();
}
