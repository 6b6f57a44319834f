import { share, type FeatureGroup } from "./feature-group.ts";
import type { StepReading } from "./step-reading.ts";

const NAMES = ["lost", "gained", "lostApart", "dropped", "taskCover", "taskCoverLost"] as const;

/** Steps among which it is usual to lose this much. */
interface Usual {
  readonly mean: number;
  readonly deviation: number;
}

/**
 * Features of what a step carries on from the step before and what it drops: a list that loses an item, a state that changes in two
 * places at once.
 */
export const changeFeatures: FeatureGroup<(typeof NAMES)[number]> = {
  names: NAMES,
  read: ({ steps, taskWords }) => {
    const changes = changesOf(steps);
    const usual = usualOf(changes.map(({ lost }) => lost));
    let covered = 0;
    return steps.map(({ distinct }, index) => {
      const { lost = 0, gained = 0 } = changes[index] ?? {};
      const taskCover = share(
        count(taskWords, (word) => distinct.has(word)),
        taskWords.size,
      );
      const taskCoverLost = Math.max(0, covered - taskCover);
      covered = Math.max(covered, taskCover);
      return {
        lost,
        gained,
        lostApart: usual.deviation > 1e-9 ? (lost - usual.mean) / usual.deviation : 0,
        dropped: droppedOf(distinct, steps[index - 1]?.distinct, steps[index - 2]?.distinct),
        taskCover,
        taskCoverLost,
      };
    });
  },
};

/** How many pieces between white space each step takes out and puts in, against the step before; on a log scale. */
function changesOf(
  steps: readonly StepReading[],
): readonly { readonly lost: number; readonly gained: number }[] {
  let before: ReadonlyMap<string, number> | undefined;
  return steps.map(({ text }) => {
    const here = counts(text.match(/\S+/gu) ?? []);
    const change =
      before === undefined
        ? { lost: 0, gained: 0 }
        : { lost: excess(before, here), gained: excess(here, before) };
    before = here;
    return change;
  });
}

function counts(pieces: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const piece of pieces) found.set(piece, (found.get(piece) ?? 0) + 1);
  return found;
}

function excess(here: ReadonlyMap<string, number>, there: ReadonlyMap<string, number>): number {
  let more = 0;
  for (const [piece, times] of here) more += Math.max(0, times - (there.get(piece) ?? 0));
  return Math.log1p(more);
}

function usualOf(values: readonly number[]): Usual {
  const mean = share(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  );
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(share(squares, values.length)) };
}

/** Share of the text of both steps before that this one leaves out. */
function droppedOf(
  here: ReadonlySet<string>,
  before: ReadonlySet<string> = new Set(),
  earlier: ReadonlySet<string> = new Set(),
): number {
  const both = count(before, (word) => earlier.has(word));
  return share(both - count(before, (word) => earlier.has(word) && here.has(word)), both);
}

function count(words: ReadonlySet<string>, holds: (word: string) => boolean): number {
  let found = 0;
  for (const word of words) if (holds(word)) found += 1;
  return found;
}
