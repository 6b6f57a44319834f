import {
  type JudgedRun,
  type KnownPromises,
  type ObservedRuns,
  recordedPilot,
  type VerifierCalibration,
} from "@langgraph-rollback/attribution";

import { oneLine } from "../shared/words/shortened.ts";
import type { Known } from "./known-recovery.ts";

/** Letters of a fingerprint. */
const LETTERS = 120;

/**
 * What a verifier's calibration promises, if the latest run was judged by it, and what labelled runs of the verifier in use show.
 *
 * @param runs with what their labellers agree on
 */
export function knownVerifier(
  runs: readonly JudgedRun[],
  calibration: VerifierCalibration | undefined,
): Known {
  return { known: promisedBy(runs, calibration), observed: observedIn(runs, calibration) };
}

function promisedBy(runs: readonly JudgedRun[], calibration: VerifierCalibration | undefined): KnownPromises {
  if (calibration === undefined) return {};
  const latest = runs
    .filter(({ ended }) => ended === "accepted" || ended === "rejected")
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];
  if (latest === undefined || latest.scoredBy === calibration.verifierFingerprint)
    return { verifier: calibration };
  const isOwn = latest.verifier === calibration.verifierFingerprint;
  const judge = isOwn
    ? "that verifier's own yes or no"
    : latest.verifier === undefined
      ? "a verifier without a fingerprint"
      : `"${oneLine(latest.verifier, LETTERS)}"`;
  const name = oneLine(calibration.verifierFingerprint, LETTERS);
  return {
    otherwise: [`the calibration of "${name}" is not in force, as the latest run was judged by ${judge}`],
  };
}

function observedIn(runs: readonly JudgedRun[], calibration: VerifierCalibration | undefined): ObservedRuns {
  const judged = recordedPilot(runs, calibration).verifiers.at(-1);
  if (judged === undefined) return {};
  const { calibrated, figures } = judged;
  // Runs that calibrated it have no part in what was observed since.
  const fresh = calibrated?.at.find(({ epsilon }) => epsilon === calibrated.epsilon);
  return {
    touched: fresh?.falseRejections ?? figures.falseRejections,
    wrongAccepted: figures.wrongAccepted,
    wrongDelivered: figures.wrongDelivered,
  };
}
