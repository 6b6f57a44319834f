import type { RecoveryPromise } from "@langgraph-rollback/attribution";

/** What holds for a failed run, as its failed attempts' records keep it. */
export interface RecoveryRecord {
  /** Fingerprint of everything that decides about the run; runs with another one are of another kind. */
  readonly procedure: string;
  /** m, rollbacks that the policy plans for, and that an audited run may make. */
  readonly maxRollbacks: number;
  /** Whether the run may make all of them. Where it is cut short, a coin decides that knows only the run's id, and only audited runs may be counted. */
  readonly audited: boolean;
  /** The promise that the run began to fail under: within how many rollbacks such runs are recovered. Absent where nothing is promised. */
  readonly promise?: Pick<RecoveryPromise, "alpha" | "delta" | "guarantee" | "level" | "n"> & {
    readonly within: number;
  };
  /**
   * Of an agent that learns from its own runs: which agent, and the version that the run began with. `cap`: what the first rollback's start was capped by; "lifted" if by nothing, so that recovery
   * alone is promised, and "own" if scorer or calibration are the user's.
   */
  readonly learnt?: {
    readonly agent: string;
    readonly version: string;
    readonly cap: "lifted" | "last-recovering-start" | "own";
  };
  /** Present where nothing recovered the run, and a person is asked: too many runs ended silently before. */
  readonly handedOver?: true;
}
