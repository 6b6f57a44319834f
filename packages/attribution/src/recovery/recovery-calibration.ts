import { z } from "zod";

import { CalibrationFormatError } from "../errors/calibration-format-error.ts";
import { checkShape, parseJson } from "../files/check-shape.ts";

/**
 * Counts of how failed runs of one procedure were recovered: all that a promise about recovery depends on. Plain JSON; holds no text of any run.
 *
 * They hold for failed runs that are exchangeable with the counted ones: the same agent on the same kinds of task, under the same procedure.
 */
export interface RecoveryCalibration {
  readonly format: "langgraph-rollback/recovery-calibration";
  readonly version: 1;
  /** Fingerprint of everything that decides about a failed run, as the history keeps it. Another procedure has another promise. */
  readonly procedure: string;
  /** m, rollbacks that each of the runs was allowed. */
  readonly maxRollbacks: number;
  /** Tolerated share of failed runs that are not recovered, in [0, 1), unless another one is given. */
  readonly alpha: number;
  /** Tolerated share of calibrations that promise too much, in (0, 1); see {@link recoveryOf}. */
  readonly delta?: number;
  /** "runs" that happened, or "replays" of failures: tools then answered from a recording, so the promise is approximate. */
  readonly evidence: "runs" | "replays";
  /** Number of failed runs. */
  readonly n: number;
  /** How many of them were first accepted after rollback 1, 2, ..., m: shape [m]. The rest was not recovered. */
  readonly recoveredBy: readonly number[];
}

const count = z.int().nonnegative();

/** @internal */
export const recoveryCalibrationSchema: z.ZodType<RecoveryCalibration> = z.object({
  format: z.literal("langgraph-rollback/recovery-calibration"),
  version: z.literal(1),
  procedure: z.string().min(1),
  maxRollbacks: z.int().positive(),
  alpha: z.number().gte(0).lt(1),
  delta: z.exactOptional(z.number().gt(0).lt(1)),
  evidence: z.enum(["runs", "replays"]),
  n: count,
  recoveredBy: z.array(count),
});

/**
 * @internal The recovery calibration that `value` holds.
 *
 * @throws {CalibrationFormatError} on another format or version, a missing, mistyped or non-finite value, and on counts that contradict each other
 */
export function checkRecoveryCalibration(value: unknown): RecoveryCalibration {
  const calibration = checkShape(recoveryCalibrationSchema, value, CalibrationFormatError);
  const { maxRollbacks, n, recoveredBy } = calibration;
  if (recoveredBy.length !== maxRollbacks)
    throw new CalibrationFormatError(
      "recoveredBy",
      `expected ${maxRollbacks} counts, one for each rollback, got ${recoveredBy.length}`,
    );
  const recovered = recoveredIn(calibration);
  if (recovered > n)
    throw new CalibrationFormatError("n", `expected ${recovered} at least, the recovered runs, got ${n}`);
  return calibration;
}

/**
 * @internal Reads the text of a file that `writeRecoveryCalibration` wrote.
 *
 * @throws {CalibrationFormatError} on text that is no JSON, and on one that contradicts itself
 */
export function parseRecoveryCalibration(text: string): RecoveryCalibration {
  return checkRecoveryCalibration(parseJson(text, CalibrationFormatError));
}

/** @internal How many of the runs were recovered. */
export const recoveredIn = ({ recoveredBy }: Pick<RecoveryCalibration, "recoveredBy">): number =>
  recoveredBy.reduce((sum, each) => sum + each, 0);
