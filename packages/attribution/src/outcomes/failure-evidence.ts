import type { StepRange } from "../conformal/step-range.ts";
import type { Trajectory } from "../trajectory/index.ts";

/** A failed attempt was tried again from one of its steps. */
export interface TriedStart {
  /** Index of the first step that ran again: this step and all after it were undone. In [0, l). */
  readonly start: number;
  /** "inconclusive": nobody came to a verdict. It says nothing about the mistake. */
  readonly status: "accepted" | "rejected" | "inconclusive";
  /** "retry": a rollback of the live run. "replay": on a copy. Both count alike. */
  readonly kind: "retry" | "replay";
}

/** All that is known about the first mistake of one failed attempt. */
export interface FailureEvidence {
  /** The attempt that failed, by its own steps. Its `label` is not looked at. */
  readonly trajectory: Trajectory;
  /** In any order. A retry stands at the attempt that it rewound, not at the one that it made. */
  readonly tried: readonly TriedStart[];
  /**
   * Steps that hold the first mistake, as a person named them: one step for a label, several for an interval. Labels by replay do not belong here: they name
   * another step, and their replays say more.
   */
  readonly mistake?: StepRange;
}
