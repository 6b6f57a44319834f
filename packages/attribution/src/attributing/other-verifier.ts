import type { PredictionSet } from "../conformal/index.ts";
import type { Trajectory } from "../trajectory/index.ts";

import type { Calibration } from "../calibrating/calibration.ts";
import type { OtherVerifier } from "./attribution.ts";

/**
 * @internal A set with what it promises of this run: it was calibrated on failures that one verifier rejects, and promises nothing exact of
 * those that another one does.
 */
export function heldToVerifier<Set extends PredictionSet>(
  set: Set,
  { outcome }: Pick<Trajectory, "outcome">,
  calibration: Calibration | undefined,
): { readonly set: Set; readonly otherVerifier?: OtherVerifier } {
  const calibrated = calibration?.verifierFingerprint;
  const actual = outcome?.verifier;
  if (calibrated === undefined || actual === undefined || calibrated === actual) return { set };
  const reason = `${set.reason} It was calibrated on failures that the verifier "${calibrated}" rejects, and "${actual}" rejected this run.`;
  const guarantee = set.guarantee === "exact" ? "approximate" : set.guarantee;
  return { set: { ...set, guarantee, reason }, otherVerifier: { calibrated, actual } };
}
