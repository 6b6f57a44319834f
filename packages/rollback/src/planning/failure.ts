import type { Attribution } from "@langgraph-rollback/attribution";

import type { AttemptRecord, AttemptSpent, FailedAt } from "../history/attempt-record.ts";
import type { UndonePart } from "../rewinding/rewind-point.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { AttemptOutcome } from "../verifiers/verifier.ts";
import type { RecoveryInForce } from "./recovery-in-force.ts";

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
  readonly recovery: RecoveryInForce;
}

/** @internal The beginning of every reason: "Attempt 2 failed (the total is wrong)". */
export function failedInWords(attempt: number, outcome: Pick<AttemptOutcome, "reason"> | undefined): string {
  return `Attempt ${attempt} failed${outcome?.reason === undefined ? "" : ` (${outcome.reason})`}`;
}

/** @internal Whether the model itself ended the attempt that the promises of its run are about: the first. */
export function wasFirstAsked({
  earlier,
  number,
  outcome,
}: Pick<Failure, "earlier" | "number" | "outcome">): boolean {
  const first = number === 1 ? outcome : earlier.find(({ attempt }) => attempt === 1)?.outcome;
  return first?.asked !== undefined;
}

/** @internal How often a run may be rolled back, and how often it was. */
export interface RollbackBudget {
  readonly used: number;
  readonly max: number;
}

/**
 * @internal The tolerated miss rate of an attempt's set. A calibration holds for first attempts. A later attempt failed because a set missed, or
 * because a new mistake was made. Nothing is promised about it: its rate is 0, and every step is in its set. Its scores are stored for the policy.
 */
export function alphaOf<Alpha extends number | undefined>({ used }: RollbackBudget, alpha: Alpha): Alpha | 0 {
  return used === 0 ? alpha : 0;
}

/** @internal The attribution with the right reason for its set. A retry's set has all steps because nothing is promised, not because alpha is 0. */
export function saidOf({ used }: RollbackBudget, attribution: Attribution): Attribution {
  const { n, alpha, status } = attribution;
  if (status === "bounded" || used === 0 || n === 0 || alpha > 0) return attribution;
  return { ...attribution, reason: RETRY, set: { ...attribution.set, reason: RETRY } };
}

const RETRY =
  "A calibration speaks of first attempts. Nothing is promised of an attempt that follows a failed one, so any step may be the decisive one.";
