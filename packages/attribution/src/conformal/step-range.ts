/** A run of steps. Both ends are inclusive and 0-based; `start` <= `end`. */
export interface StepRange {
  readonly start: number;
  readonly end: number;
}

/** Every step of the range, in order. */
export function stepsOf({ start, end }: StepRange): readonly number[] {
  return Array.from({ length: end - start + 1 }, (_, offset) => start + offset);
}
