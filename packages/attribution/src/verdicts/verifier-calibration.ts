import { z } from "zod";

import { CalibrationFormatError } from "../errors/calibration-format-error.ts";
import { checkShape, parseJson } from "../files/check-shape.ts";
import { type LabelledVerdict, labelledVerdictSchema } from "./labelled-verdict.ts";
import { type PanelModel, panelModelSchema } from "./panel-model.ts";

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
});

/**
 * The verifier's calibration that `value` holds.
 *
 * @throws {CalibrationFormatError} on another format or version, a missing, mistyped or non-finite value, or an `n` that is not the number
 *   of right runs
 */
export function checkVerifierCalibration(value: unknown): VerifierCalibration {
  const calibration = checkShape(verifierCalibrationSchema, value, CalibrationFormatError);
  const right = calibration.verdicts.filter((verdict) => verdict.right).length;
  if (calibration.n !== right)
    throw new CalibrationFormatError(
      "n",
      `expected ${right}, the number of right runs, got ${calibration.n}`,
    );
  return calibration;
}

/**
 * Reads the text of a file that `writeVerifierCalibration` wrote.
 *
 * @throws {CalibrationFormatError} on text that is no JSON, and on one that contradicts itself
 */
export function parseVerifierCalibration(text: string): VerifierCalibration {
  return checkVerifierCalibration(parseJson(text, CalibrationFormatError));
}
