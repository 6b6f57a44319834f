import type { TrajectoryReading } from "./step-reading.ts";

/** Some features that are computed together. All are finite; flags are 0 or 1. */
export interface FeatureGroup<Name extends string> {
  readonly names: readonly Name[];
  /** One record for each step, in order. */
  readonly read: (trajectory: TrajectoryReading) => readonly Readonly<Record<Name, number>>[];
}

/** 1 for true, 0 for false. */
export function flag(condition: boolean): 0 | 1 {
  return condition ? 1 : 0;
}

/** A part of a whole, in [0, 1]; 0 of an empty whole. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
