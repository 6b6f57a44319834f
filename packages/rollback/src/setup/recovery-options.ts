import { recoveryOf, type RecoveryCalibration } from "@langgraph-rollback/attribution";
import { checkAlpha } from "@langgraph-rollback/attribution/conformal";

import type { OptionCheck } from "../errors/option-check.ts";
import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import type { RecoveryRecord } from "../history/recovery-record.ts";

/** Promises about the recovery of failed runs. They need no labels: the verifier's verdicts are enough. */
export interface RecoveryOptions {
  /**
   * The promise in force, as `await readRecoveryCalibration(path)` gives it. It is about the procedure that it was counted under: under another one nothing is promised, and the
   * process is warned once. Default: none.
   */
  readonly calibration?: RecoveryCalibration;
  /** Tolerated share of failed runs that are not recovered, in [0, 1). Default: the calibration's, else 0.1. */
  readonly alpha?: number;
  /**
   * Name of what the procedure's fingerprint cannot see: prompts, models, and functions such as `replan` and `approve`. Change it when one of them changes. Default "".
   */
  readonly version?: string;
  /**
   * Ends runs at the promised number of rollbacks, to save cost, except a share that a coin picks. Default false: the promise is told, and every run may make `maxRollbacks`.
   */
  readonly cut?: boolean;
  /** With `cut`: share of failed runs that may make `maxRollbacks` all the same, in (0, 1]. Only these count for the next calibration. Default 0.1. */
  readonly audit?: number;
  /**
   * Asks a person, by an interrupt as `approve` does, about a failed run that nothing recovered, whenever more than a share alpha of failed runs would else end silently. The answer
   * approves another rollback, or declines. It holds for any sequence of runs, also where agent, tasks or procedure change. Default false.
   */
  readonly handOver?: boolean;
}

/** @internal The options with every default filled in. */
export interface ResolvedRecovery {
  readonly version: string;
  readonly alpha: number;
  /** The promise, and the procedure that it is about. */
  readonly calibrated:
    | { readonly procedure: string; readonly promise: RecoveryRecord["promise"] }
    | undefined;
  /** Share of runs that are not cut short; `undefined` where none are. */
  readonly audit: number | undefined;
  readonly handOver: boolean;
}

/** @internal */
export const RECOVERY_CHECKS: Readonly<Record<keyof RecoveryOptions, OptionCheck>> = {
  calibration: {
    expected: "a recovery calibration, as `await readRecoveryCalibration(path)` gives it",
    holds: (value) => Reflect.get(Object(value), "format") === "langgraph-rollback/recovery-calibration",
  },
  alpha: { expected: "a number", holds: (value) => typeof value === "number" },
  version: { expected: "a string", holds: (value) => typeof value === "string" },
  cut: { expected: "true or false", holds: (value) => typeof value === "boolean" },
  audit: { expected: "a number", holds: (value) => typeof value === "number" },
  handOver: { expected: "true or false", holds: (value) => typeof value === "boolean" },
};

const DEFAULT_ALPHA = 0.1;
const DEFAULT_AUDIT = 0.1;

/**
 * @internal
 * @param isLearning whether promises come from the agent's own runs where no calibration is given
 * @throws {RangeError} if `alpha` or `audit` is out of range
 * @throws {CalibrationFormatError} if the calibration contradicts itself
 * @throws {InvalidOptionError} if runs are to be cut short and there is no calibration
 */
export function resolveRecovery(options: RecoveryOptions, isLearning: boolean): ResolvedRecovery {
  const { audit = DEFAULT_AUDIT, calibration, cut = false, handOver = false, version = "" } = options;
  const { alpha = calibration?.alpha ?? DEFAULT_ALPHA } = options;
  checkAlpha(alpha);
  if (!(audit > 0 && audit <= 1)) throw new RangeError(`Expected \`audit\` in (0, 1], got ${audit}.`);
  if (cut && calibration === undefined && !isLearning)
    throw new InvalidOptionError(
      "recovery.calibration",
      "a recovery calibration, as runs are to be cut short at its promise",
      calibration,
    );
  return {
    version,
    alpha,
    calibrated:
      calibration === undefined
        ? undefined
        : { procedure: calibration.procedure, promise: recoveryPromise(calibration, alpha) },
    audit: cut ? audit : undefined,
    handOver,
  };
}

/** @internal The promise as records keep it; `undefined` where nothing is promised. */
export function recoveryPromise(calibration: RecoveryCalibration, alpha: number): RecoveryRecord["promise"] {
  const { within, level, n, guarantee, delta } = recoveryOf(calibration, { alpha });
  if (within === undefined) return undefined;
  return { within, level, alpha, n, guarantee, ...(delta === undefined ? {} : { delta }) };
}
