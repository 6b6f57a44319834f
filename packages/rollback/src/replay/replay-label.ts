import type { AttemptSpent } from "../history/attempt-record.ts";
import type { Replay } from "./replay-result.ts";

/** One replay for a label. */
export interface LabelReplay {
  /** The start that was asked for. */
  readonly asked: number;
  /** Index of the first step that ran again; below `asked` where the graph cannot be rewound to it. */
  readonly start: number;
  readonly status: Replay["status"];
  readonly reason: string;
  readonly spent: AttemptSpent;
}

/**
 * The last step of a failed run from which a replay is accepted, found by bisecting. It is not the first mistake: an agent may outvote a mistake, and a
 * right start may fail by chance.
 */
export interface ReplayLabel {
  /**
   * "found": one step. "open": an interval, since the budget is spent, a replay had no answer, or the graph cannot be rewound to each step.
   * "unrecovered": no replay was accepted, not from the first step either. "contradicted": no step explains the replays. "inconclusive": no replay said anything.
   */
  readonly status: "found" | "open" | "unrecovered" | "contradicted" | "inconclusive";
  /** Steps that hold the last start from which a replay is accepted, 0-based; absent where there is none. */
  readonly range?: { readonly start: number; readonly end: number };
  /** One sentence for people. */
  readonly reason: string;
  /** Number of the run's steps. */
  readonly steps: number;
  readonly replays: readonly LabelReplay[];
}
