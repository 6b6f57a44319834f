import { driftEvidence } from "../conformal/index.ts";
import type { DriftEvidence } from "../conformal/drift-evidence.ts";

import type { LabelledVerdict } from "./labelled-verdict.ts";
import type { VerifierCalibration } from "./verifier-calibration.ts";

/**
 * Whether right runs that were labelled after the calibration score like those before: a test that may be repeated after every label.
 *
 * @param fresh labelled runs in the order in which they were labelled, none of them among the calibration's
 * @returns how much speaks for drift: without drift it reaches b with probability at most 1 / b. `harder` is worse scores
 */
export function verifierDrift(
  { verdicts }: VerifierCalibration,
  fresh: readonly LabelledVerdict[],
): DriftEvidence {
  const right = (all: readonly LabelledVerdict[]) => all.filter((verdict) => verdict.right);
  return driftEvidence(
    right(verdicts).map(({ score }) => -score),
    right(fresh).map(({ score, draw = 0.5 }) => ({ nonconformity: -score, draw })),
  );
}
