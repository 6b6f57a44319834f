import {
  readVerifierCalibration,
  rejectionOf,
  type VerifierCalibration,
} from "@langgraph-rollback/attribution";
import { printable } from "@langgraph-rollback/inspector/shared";
import { checkRetries } from "./check-retries.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { checkJudgedRuns, type JudgedRunsPlace } from "./check-judged-runs.ts";

/**
 * Whether a verifier's calibration can be read and bounds anything; with a database, whether it belongs to the verifier that judges there,
 * and whether right runs that were labelled later score like its own.
 */
export async function checkVerifierCalibration(
  file: string,
  place?: JudgedRunsPlace,
): Promise<readonly Diagnosis[]> {
  let calibration: VerifierCalibration;
  try {
    calibration = await readVerifierCalibration(file);
  } catch (error) {
    return [unreadable(file, error)];
  }
  const [judged, size] = [
    place === undefined ? [] : await checkJudgedRuns(calibration, place),
    sizeOf(calibration),
  ];
  return [size, ...checkRetries(calibration), ...judged];
}

function unreadable(file: string, error: unknown): Diagnosis {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    check: "verifier",
    level: "fault",
    code: "VERIFIER_CALIBRATION_UNREADABLE",
    message: printable(`${file} is no calibration of a verifier that can be read: ${reason}`),
    remedy:
      "Calibrate anew (langgraph-rollback calibrate --verifier), or update the packages if a newer version wrote it.",
  };
}

/** With groups, each of them needs enough right runs of its own. */
function sizeOf(calibration: VerifierCalibration): Diagnosis {
  const { epsilon, n, verdicts, verifierFingerprint } = calibration;
  const groups = new Set(verdicts.map(({ group }) => group));
  const idle = [...groups]
    .map((group) => rejectionOf(calibration, group === undefined ? {} : { group }))
    .find(({ below }) => below === -Infinity);
  if (idle === undefined && n > 0)
    return {
      check: "verifier",
      level: "ok",
      message: printable(
        `The calibration of "${verifierFingerprint}" rejects runs by their scores: ${n} right runs.`,
      ),
    };
  const needed = idle?.trivial?.needed;
  return {
    check: "verifier",
    level: "warning",
    code: "VERIFIER_CALIBRATION_TOO_SMALL",
    message: printable(
      `By its calibration the verifier rejects nothing. ${(idle ?? rejectionOf(calibration)).reason}`,
    ),
    remedy:
      epsilon === 0
        ? "Calibrate with an epsilon above 0."
        : `Judge runs until ${needed ?? "enough"} are right, or accept a larger epsilon.`,
  };
}
