import { halfOf, type Segment } from "./segment.ts";

/** @internal One decision of a binary search. */
export interface Decision {
  readonly half: "first" | "second";
  /** Stated probability of the half, in [0, 1]. */
  readonly confidence: number;
}

/**
 * @internal Step scores of a binary search: each decision hands the half that it keeps its confidence times what the segment
 * has, the other half the rest, spread evenly. A half is never given less than its share of the steps: the step that is found has the highest
 * score. They sum to 1.
 *
 * @param length    number of steps, at least 1
 * @param decisions from the whole trajectory downward; fewer than it takes leave the last segment spread evenly
 * @returns shape [length]
 */
export function halvingScores(length: number, decisions: readonly Decision[]): readonly number[] {
  const scores = Array.from({ length }, () => 1 / length);
  let segment: Segment = { low: 0, high: length - 1 };
  let mass = 1;
  for (const { half, confidence } of decisions) {
    const kept = halfOf(segment, half);
    const size = segment.high - segment.low + 1;
    const share = Math.max(confidence, (kept.high - kept.low + 1) / size);
    spread(scores, halfOf(segment, half === "first" ? "second" : "first"), mass * (1 - share));
    mass *= share;
    segment = kept;
  }
  spread(scores, segment, mass);
  return scores;
}

function spread(scores: number[], { low, high }: Segment, mass: number): void {
  scores.fill(mass / (high - low + 1), low, high + 1);
}
