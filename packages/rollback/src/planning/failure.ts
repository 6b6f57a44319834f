import type { AttemptRecord, AttemptSpent, FailedAt } from "../history/attempt-record.ts";
import type { UndonePart } from "../rewinding/rewind-point.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { AttemptOutcome } from "../verifiers/verifier.ts";
import type { RollbackBudget } from "./rollback-budget.ts";

/** @internal The fields that are read of the record of an earlier attempt, the driver's or the middleware's. */
export type EarlierAttempt = Pick<
  AttemptRecord,
  "attempt" | "outcome" | "attribution" | "spent" | "failedAt" | "effects"
> & { readonly rewind?: UndonePart };

/** @internal An attempt that failed, in the driver or in the middleware, and the run that it belongs to. */
export interface Failure {
  readonly outcome: AttemptOutcome;
  readonly trajectory: RecordedTrajectory;
  /** 1-based. */
  readonly number: number;
  /** The run's attempts before it, oldest first. */
  readonly earlier: readonly EarlierAttempt[];
  /** Id of the first attempt's trajectory. */
  readonly firstId: string;
  readonly budget: RollbackBudget;
  /** Amount that the attempt has spent itself. */
  readonly spent: AttemptSpent;
  /** Absent where it has no step. */
  readonly failedAt: FailedAt | undefined;
}
