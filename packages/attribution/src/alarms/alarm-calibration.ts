import { createHash } from "node:crypto";
import { z } from "zod";

import { CalibrationFormatError } from "../errors/calibration-format-error.ts";
import { checkShape, parseJson } from "../files/check-shape.ts";
import { canonicalJson } from "../scorers/model-fingerprint.ts";
import { type AlarmModel, alarmModelSchema } from "./alarm-model.ts";
import { progressFingerprint, type ProgressModel, progressModelSchema } from "./progress-scorer.ts";

/** A run that an alarm is calibrated on. */
export interface PeakRun {
  /** The highest alarm before its last step; absent for a run of one step, which no alarm can stop. */
  readonly peak?: number;
  readonly right: boolean;
  readonly group?: string;
  readonly draw?: number;
}

/**
 * Result of calibrating an alarm on runs that have ended: all that its threshold depends on. Plain JSON; holds no text of any run but the names of groups.
 *
 * It bounds the share of right runs that are ever stopped, as long as the right runs to come are exchangeable with these: same agent, same kinds of task, first attempts.
 */
export interface AlarmCalibration {
  readonly format: "langgraph-rollback/alarm-calibration";
  readonly version: 1;
  /** Fingerprint of what gives the scores: only its scores may raise this alarm. */
  readonly scorerFingerprint: string;
  /** The scorer, if it is the local one of how runs go: an alarm of it needs nothing but this file. */
  readonly progress?: ProgressModel;
  /** The weights that make an alarm of scores. */
  readonly model: AlarmModel;
  /** Whose word "right" is: "truth", of somebody who knows, or "acceptance", of the verifier. */
  readonly rightBy: "truth" | "acceptance";
  /** Tolerated share of right runs that are ever stopped, in [0, 1), unless another one is given. */
  readonly alpha: number;
  /** Tolerated share of calibrations that stop more; see `rejectionThreshold`. */
  readonly delta?: number;
  /** Threshold of a group with too few right runs: "full" (default) never stops, "pooled" takes the threshold of all groups. */
  readonly smallGroups?: "full" | "pooled";
  /** Number of right runs. */
  readonly n: number;
  /** Right and wrong ones: any threshold at any alpha follows from them. */
  readonly runs: readonly PeakRun[];
}

const alarmCalibrationSchema: z.ZodType<AlarmCalibration> = z.object({
  format: z.literal("langgraph-rollback/alarm-calibration"),
  version: z.literal(1),
  scorerFingerprint: z.string().min(1),
  progress: z.exactOptional(progressModelSchema),
  model: alarmModelSchema,
  rightBy: z.enum(["truth", "acceptance"]),
  alpha: z.number().gte(0).lt(1),
  delta: z.exactOptional(z.number().gt(0).lt(1)),
  smallGroups: z.exactOptional(z.enum(["full", "pooled"])),
  n: z.int().nonnegative(),
  runs: z.array(
    z.object({
      peak: z.exactOptional(z.number()),
      right: z.boolean(),
      group: z.exactOptional(z.string()),
      draw: z.exactOptional(z.number().gte(0).lt(1)),
    }),
  ),
});

/**
 * @internal The alarm's calibration that `value` holds.
 *
 * @throws {CalibrationFormatError} on another format or version, a missing, mistyped or non-finite value, on an `n` that is not the number of right runs, and on a fingerprint that is not the model's
 */
export function checkAlarmCalibration(value: unknown): AlarmCalibration {
  const calibration = checkShape(alarmCalibrationSchema, value, CalibrationFormatError);
  const right = calibration.runs.filter((run) => run.right).length;
  if (calibration.n !== right)
    throw new CalibrationFormatError(
      "n",
      `expected ${right}, the number of right runs, got ${calibration.n}`,
    );
  const { progress, scorerFingerprint } = calibration;
  if (progress !== undefined && progressFingerprint(progress) !== scorerFingerprint)
    throw new CalibrationFormatError(
      "scorerFingerprint",
      `expected that of \`progress\`, ${progressFingerprint(progress)}, got ${scorerFingerprint}`,
    );
  return calibration;
}

/** Names an alarm: it changes with its scores, its weights and its threshold. */
export function alarmId(calibration: AlarmCalibration): string {
  const digest = createHash("sha256").update(canonicalJson(calibration)).digest("hex");
  return `alarm-${digest.slice(0, 16)}`;
}

/**
 * @internal Reads the text of a file that `writeAlarmCalibration` wrote.
 *
 * @throws {CalibrationFormatError} on text that is no JSON, and on one that contradicts itself
 */
export function parseAlarmCalibration(text: string): AlarmCalibration {
  return checkAlarmCalibration(parseJson(text, CalibrationFormatError));
}
