import type { StateKind } from "./looping-graph.ts";
import { median } from "./median.ts";

/** Quantity by which the work grows. */
export type Dimension = "steps" | "threads" | "labels";

/** Measured operation and its conditions. */
export interface Measure {
  readonly operation: string;
  readonly dimension: Dimension;
  /** How the state grows during a run; absent if that makes no difference. */
  readonly state?: StateKind;
  /** Absent where none takes part. */
  readonly checkpointer?: string;
  /** "times": as much as the same without rollback. */
  readonly unit: "milliseconds" | "bytes" | "times";
}

export interface Point {
  readonly size: number;
  /** The median of the rounds. */
  readonly value: number;
}

/** One measure at growing sizes. */
export interface Series extends Measure {
  /** By size. */
  readonly points: readonly Point[];
}

/** Collects measurements. */
export interface Measurements {
  readonly add: (measure: Measure, size: number, value: number) => void;
  readonly series: () => readonly Series[];
}

export function measurements(): Measurements {
  const all = new Map<string, { readonly measure: Measure; readonly bySize: Map<number, number[]> }>();
  return {
    add: (measure, size, value) => {
      const key = JSON.stringify(measure);
      const known = all.get(key) ?? { measure, bySize: new Map<number, number[]>() };
      all.set(key, known);
      known.bySize.set(size, [...(known.bySize.get(size) ?? []), value]);
    },
    series: () =>
      [...all.values()].map(({ measure, bySize }) => ({
        ...measure,
        points: [...bySize]
          .map(([size, values]) => ({ size, value: median(values) }))
          .toSorted((a, b) => a.size - b.size),
      })),
  };
}
