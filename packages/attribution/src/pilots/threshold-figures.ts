import type { DriftEvidence } from "../conformal/drift-evidence.ts";

import type { LabelledVerdict } from "../verdicts/labelled-verdict.ts";
import { outsideCalibration } from "../verdicts/outside-calibration.ts";
import { rejectionOf } from "../verdicts/rejection.ts";
import type { VerifierCalibration } from "../verdicts/verifier-calibration.ts";
import { verifierDrift } from "../verdicts/verifier-drift.ts";
import type { JudgedRun } from "./judged-run.ts";
import { type PilotShare, shareWith } from "./pilot-share.ts";

/** Decisions that a calibrated verifier would make on the runs here. Intervals are of 95 %. */
export interface ThresholdFigures {
  /** Tolerated share of right runs that are rejected. */
  readonly epsilon: number;
  /** Runs of lower scores are rejected; null where none is. */
  readonly below: number | null;
  readonly rejected: PilotShare;
  /** Of the runs labelled right: those rejected. */
  readonly falseRejections: PilotShare;
  /** Of the runs labelled wrong: those accepted. */
  readonly misses: PilotShare;
}

/** A verifier's calibration against the runs here that it was not made of. */
export interface CalibratedFigures {
  /** Epsilon of the calibration. */
  readonly epsilon: number;
  /** Runs whose score is the calibrated verifier's. */
  readonly runs: number;
  /** Further runs, which calibrated it; they are in no other figure. */
  readonly calibrating: number;
  /** At each epsilon, ascending; none where the calibration keeps groups of runs apart, as records do not tell the group. */
  readonly at: readonly ThresholdFigures[];
  /** Whether right runs labelled here score like those that calibrated it: see `verifierDrift`. */
  readonly drift: DriftEvidence;
  /** Right runs that the drift is of. */
  readonly right: number;
}

/** Shares of right runs that are shown beside the calibration's own. */
const EPSILONS = [0.01, 0.02, 0.05, 0.1, 0.2] as const;

/** The score of a run's first attempt; of a verifier that says only yes or no, 1 or 0. */
const scoreOf = ({ ended, score }: JudgedRun): number => score ?? Number(ended === "accepted");

/**
 * Holds a verifier's calibration against recorded runs.
 *
 * @param runs that a verifier has judged
 * @returns `undefined` if no run has a score of the verifier that was calibrated
 */
export function calibratedFigures(
  runs: readonly JudgedRun[],
  calibration: VerifierCalibration,
): CalibratedFigures | undefined {
  const { epsilon, verdicts, verifierFingerprint } = calibration;
  const scored = runs.filter(({ scoredBy, verifier }) => (scoredBy ?? verifier) === verifierFingerprint);
  if (scored.length === 0) return undefined;
  const fresh = outsideCalibration(calibration, scored);
  const isGrouped = verdicts.some(({ group }) => group !== undefined);
  const epsilons = isGrouped ? [] : [...new Set([...EPSILONS, epsilon])].toSorted((a, b) => a - b);
  const labelled = labelledOf(fresh);
  return {
    epsilon,
    runs: fresh.length,
    calibrating: scored.length - fresh.length,
    at: epsilons.map((each) =>
      thresholdFigures(fresh, each, rejectionOf(calibration, { epsilon: each }).below),
    ),
    drift: verifierDrift(calibration, labelled),
    right: labelled.filter(({ right }) => right).length,
  };
}

/** A verifier's verdicts on labelled runs, in the order in which they were labelled. */
export function labelledOf(runs: readonly JudgedRun[]): readonly LabelledVerdict[] {
  return runs
    .flatMap((run) =>
      run.label === undefined ? [] : [{ ...run.label, score: scoreOf(run), draw: run.draw }],
    )
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map(({ draw, right, score }) => ({ draw, right, score }));
}

function thresholdFigures(runs: readonly JudgedRun[], epsilon: number, below: number): ThresholdFigures {
  const isRejected = (run: JudgedRun): boolean => scoreOf(run) < below;
  const labelled = (isRight: boolean) => runs.filter(({ label }) => label?.right === isRight);
  return {
    epsilon,
    below: below === -Infinity ? null : below,
    rejected: shareWith(runs, isRejected),
    falseRejections: shareWith(labelled(true), isRejected),
    misses: shareWith(labelled(false), (run) => !isRejected(run)),
  };
}
