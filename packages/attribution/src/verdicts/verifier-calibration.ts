import { z } from "zod";

import { CalibrationFormatError } from "../errors/calibration-format-error.ts";
import { checkShape, parseJson } from "../files/check-shape.ts";
import { type LabelledVerdict, labelledVerdictSchema } from "./labelled-verdict.ts";
import { type PanelModel, panelModelSchema } from "./panel-model.ts";
import { rejectionOf } from "./rejection.ts";
import { type RetryCalibration, retryCalibrationSchema } from "./retried-tasks.ts";

/**
 * Result of calibrating a verifier on labelled runs: all that its threshold depends on. Plain JSON; holds no text of any run but the names
 * of groups.
 *
 * It bounds the share of right runs that are rejected as long as the right runs to come are exchangeable with the labelled ones: same
 * agent, same kinds of task, first attempts.
 */
export interface VerifierCalibration {
  readonly format: "langgraph-rollback/verifier-calibration";
  readonly version: 1;
  /** Only scores of this verifier may be held against it. */
  readonly verifierFingerprint: string;
  /** Tolerated share of right runs that are rejected, in [0, 1), unless another one is given. */
  readonly epsilon: number;
  /** Tolerated share of calibrations that reject more; see `rejectionThreshold`. */
  readonly delta?: number;
  /** Threshold of a group with too few right runs: "full" (default) never rejects, "pooled" takes the threshold of all groups. */
  readonly smallGroups?: "full" | "pooled";
  /** Number of right runs. */
  readonly n: number;
  /** The verifier's scores of the labelled runs, right and wrong: any threshold at any epsilon follows from them. */
  readonly verdicts: readonly LabelledVerdict[];
  /** The weights of its members, where the verifier is a panel. */
  readonly panel?: PanelModel;
  /** Retries that calibrate which results are accepted after a failure, made under the threshold of this very calibration. */
  readonly retries?: RetryCalibration;
}

const verifierCalibrationSchema: z.ZodType<VerifierCalibration> = z.object({
  format: z.literal("langgraph-rollback/verifier-calibration"),
  version: z.literal(1),
  verifierFingerprint: z.string().min(1),
  epsilon: z.number().gte(0).lt(1),
  delta: z.exactOptional(z.number().gt(0).lt(1)),
  smallGroups: z.exactOptional(z.enum(["full", "pooled"])),
  n: z.int().nonnegative(),
  verdicts: z.array(labelledVerdictSchema),
  panel: z.exactOptional(panelModelSchema),
  retries: z.exactOptional(retryCalibrationSchema),
});

/**
 * The verifier's calibration that `value` holds.
 *
 * @throws {CalibrationFormatError} on another format or version, a missing, mistyped or non-finite value, an `n` that is not the number
 *   of right runs, or retries beside groups or of another threshold
 */
export function checkVerifierCalibration(value: unknown): VerifierCalibration {
  const calibration = checkShape(verifierCalibrationSchema, value, CalibrationFormatError);
  const right = calibration.verdicts.filter((verdict) => verdict.right).length;
  if (calibration.n !== right)
    throw new CalibrationFormatError(
      "n",
      `expected ${right}, the number of right runs, got ${calibration.n}`,
    );
  checkRetries(calibration);
  return calibration;
}

/** The threshold on first attempts is frozen before retries are made: another one rejects other runs, and the retries tell nothing of those. */
function checkRetries(calibration: VerifierCalibration): void {
  const { retries, verdicts } = calibration;
  if (retries === undefined) return;
  if (verdicts.some(({ group }) => group !== undefined))
    throw new CalibrationFormatError("retries", "expected no groups of runs beside retries, got some");
  const { below } = rejectionOf(calibration);
  if (retries.below !== below)
    throw new CalibrationFormatError(
      "retries.below",
      `expected ${below}, the threshold by these verdicts and this epsilon, got ${retries.below}; make the retries anew`,
    );
}

/**
 * Reads the text of a file that `writeVerifierCalibration` wrote.
 *
 * @throws {CalibrationFormatError} on text that is no JSON, and on one that contradicts itself
 */
export function parseVerifierCalibration(text: string): VerifierCalibration {
  return checkVerifierCalibration(parseJson(text, CalibrationFormatError));
}
