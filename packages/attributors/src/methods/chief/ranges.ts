import { largest, smallest } from "@langgraph-rollback/attribution/trajectory";

import { isStep } from "../../finding/is-step.ts";

/** @internal Steps of a subtask as a model states them: counted from 1, both in it. */
export interface StatedRange {
  readonly first: number;
  readonly last: number;
}

/** @internal Result of holding stated ranges against the trace. */
export interface Alignment<R> {
  /** In order, contiguous, covering all steps; 0-based. Empty if no range begins at a step. */
  readonly aligned: readonly (R & { readonly start: number; readonly end: number })[];
  /** Faults beyond an end that is off by one, in words that a model can act on. Numbers only, no text. */
  readonly mismatches: readonly string[];
}

/**
 * @internal Makes stated ranges a partition of the steps. Where they are not one, the beginnings decide: each range ends
 * where the next begins. Neighbours that share a step or leave one out are mended without a word, and so are ranges that
 * count from 0.
 *
 * @param length number of steps, at least 1
 */
export function alignRanges<R extends StatedRange>(stated: readonly R[], length: number): Alignment<R> {
  const shift = countsFromZero(stated, length) ? 0 : 1;
  const moved = stated
    .map((item) => ({ item, start: item.first - shift, end: item.last - shift }))
    .toSorted((one, other) => one.start - other.start || one.end - other.end);
  const kept = moved.filter(({ start }, index) => {
    return isStep(start, length) && moved.findIndex((other) => other.start === start) === index;
  });
  const aligned = kept.map(({ item }, index) => ({
    ...item,
    start: index === 0 ? 0 : (kept[index]?.start ?? 0),
    end: (kept[index + 1]?.start ?? length) - 1,
  }));
  return { aligned, mismatches: mismatchesOf(moved, length) };
}

function countsFromZero(stated: readonly StatedRange[], length: number): boolean {
  const first = smallest(stated.map((item) => item.first));
  const last = largest(stated.map((item) => item.last));
  return first === 0 && last < length;
}

function mismatchesOf(
  moved: readonly { readonly start: number; readonly end: number }[],
  length: number,
): readonly string[] {
  const found: string[] = [];
  let next = 0;
  for (const { start, end } of moved) {
    const outside = !Number.isInteger(start) || !Number.isInteger(end) || start < 0 || end >= length;
    if (outside || end < start) {
      found.push(`${start + 1} to ${end + 1} is no range of the steps 1 to ${length}`);
      continue;
    }
    if (start > next + 1) found.push(`steps ${next + 1} to ${start} belong to no subtask`);
    if (start < next - 1) found.push(`steps ${start + 1} to ${next} belong to more than one subtask`);
    next = Math.max(next, end + 1);
  }
  if (next < length - 1) found.push(`steps ${next + 1} to ${length} belong to no subtask`);
  return found;
}
