/** @internal A run of steps, both ends in it. */
export interface Segment {
  readonly low: number;
  readonly high: number;
}

/** @internal The last step of a segment's first half, which is the longer one of odd segments. */
export function middleOf({ low, high }: Segment): number {
  return Math.floor((low + high) / 2);
}

/** @internal One half of a segment of at least two steps. */
export function halfOf(segment: Segment, half: "first" | "second"): Segment {
  const middle = middleOf(segment);
  return half === "first" ? { ...segment, high: middle } : { ...segment, low: middle + 1 };
}
