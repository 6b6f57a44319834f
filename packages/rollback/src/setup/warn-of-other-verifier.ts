import type { Calibration } from "@langgraph-rollback/attribution";

import { warn } from "../errors/warn.ts";

/** @internal A verifier, as far as its name goes. */
export interface AnyVerifier {
  (run: never): unknown;
  readonly fingerprint?: string;
}

/** Graphs are made anew for each request: the same pair is told of once. */
const said = new Set<string>();

/** @internal Says once that sets are calibrated for the failures of another verifier: their promise is not about this one's. */
export function warnOfOtherVerifier({
  calibration,
  verify,
}: {
  readonly calibration?: Calibration | undefined;
  readonly verify?: AnyVerifier | undefined;
}): void {
  const calibrated = calibration?.verifierFingerprint;
  if (calibrated === undefined || verify === undefined || calibrated === verify.fingerprint) return;
  const actual = verify.fingerprint === undefined ? "has no fingerprint" : `is "${verify.fingerprint}"`;
  const key = `${calibrated} ${actual}`;
  if (said.has(key)) return;
  said.add(key);
  warn(
    `The calibration is about failures that the verifier "${calibrated}" rejects, and \`verify\` ${actual}. Its sets promise nothing exact of these failures. Calibrate on failures that \`verify\` has rejected, or use the verifier that was calibrated for.`,
    "RollbackVerifierWarning",
    "VERIFIER_MISMATCH",
  );
}
