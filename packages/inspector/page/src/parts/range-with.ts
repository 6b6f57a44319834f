import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";

/** Rows to draw: those in sight, and one that a list names as active, which must be there even when it is out of sight. */
export function rangeWith(active: number): (range: Range) => number[] {
  return (range) => {
    const rows = new Set([...defaultRangeExtractor(range), Math.min(active, range.count - 1)]);
    return [...rows].filter((row) => row >= 0).toSorted((a, b) => a - b);
  };
}
