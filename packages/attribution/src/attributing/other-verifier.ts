import type { PredictionSet } from "../conformal/index.ts";
import type { Trajectory } from "../trajectory/index.ts";

import type { Calibration } from "../calibrating/calibration.ts";
import type { OtherVerifier } from "./attribution.ts";

/**
 * @internal A set with what it promises of this run: it was calibrated on failures that one verifier rejects, and promises nothing exact of
 * those that another one does, or that an alarm or a check ended.
 */
export function heldToVerifier<Set extends PredictionSet>(
  set: Set,
  { outcome }: Pick<Trajectory, "outcome">,
  calibration: Calibration | undefined,
): { readonly set: Set; readonly otherVerifier?: OtherVerifier } {
  const calibrated = calibration?.verifierFingerprint;
  const actual = outcome?.verifier;
  if (calibration === undefined || actual === undefined || calibrated === actual) return { set };
  const isEarly = outcome?.stoppedEarly === true;
  if (calibrated === undefined && !isEarly) return { set };
  const rejected = calibrated === undefined ? "" : ` that the verifier "${calibrated}" rejects`;
  const end = isEarly ? "ended this run early" : "rejected this run";
  const reason = `${set.reason} It was calibrated on failures${rejected || " that have run to their end"}, and "${actual}" ${end}.`;
  const guarantee = set.guarantee === "exact" ? "approximate" : set.guarantee;
  return {
    set: { ...set, guarantee, reason },
    ...(calibrated === undefined ? {} : { otherVerifier: { calibrated, actual } }),
  };
}
