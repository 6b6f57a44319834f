import { rejectionOf, type Rejection, type VerifierCalibration } from "@langgraph-rollback/attribution";

import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import { VerifierMismatchError } from "../errors/verifier-mismatch-error.ts";
import { warn } from "../errors/warn.ts";
import { parseVerdict } from "./judge.ts";
import type { Verifier, VerifierRun } from "./verifier.ts";
import { digest, fingerprintOf } from "./fingerprint.ts";
import type { NamedVerifier } from "./named-verifier.ts";

/** How to use a calibrated verifier. */
export interface CalibratedVerifierOptions<Input = unknown, Output = unknown> {
  /** Tolerated share of right runs that are rejected, in [0, 1). Default: the calibration's. */
  readonly epsilon?: number;
  /** Names the group of a run, where the calibration keeps groups apart. It has to be known before the run. */
  readonly group?: (run: VerifierRun<Input, Output>) => string;
}

/** A verifier that rejects at most a share epsilon of right runs. */
export interface CalibratedVerifier<Input = unknown, Output = unknown> extends NamedVerifier<Input, Output> {
  /** Fingerprint of the verifier that gives the scores. */
  readonly scoredBy: string;
  /** Below which score a run is rejected, and what that promises; of a group where there are groups. */
  readonly rejection: (group?: string) => Rejection;
}

/**
 * A verifier that uses a calibrated threshold on its score instead of its own yes or no. Of right runs, it rejects at most a share
 * epsilon. That is about first attempts, and holds as `calibrateVerifier` says. A later attempt must pass the verifier's own yes or no as well: a run
 * that was rejected once is more likely to be wrong again.
 *
 * With too few labelled runs it rejects none; the process is warned of that, with code "VERIFIER_NEVER_REJECTS".
 *
 * @param verifier    gives scores: higher for better runs. One that says only yes or no has the scores 1 and 0
 * @param calibration of that verifier
 * @throws {VerifierMismatchError} if the calibration is another verifier's, or the verifier has no fingerprint
 * @throws {InvalidOptionError} if the calibration keeps groups apart and `group` is missing
 * @throws {RangeError} if `epsilon` is outside [0, 1)
 *
 * @example
 * const verify = calibratedVerifier(judge, await readVerifierCalibration("verifier.json"));
 */
export function calibratedVerifier<Input, Output>(
  verifier: Verifier<Input, Output>,
  calibration: VerifierCalibration,
  { epsilon = calibration.epsilon, group }: CalibratedVerifierOptions<Input, Output> = {},
): CalibratedVerifier<Input, Output> {
  const { fingerprint } = verifier;
  if (fingerprint === undefined || fingerprint !== calibration.verifierFingerprint)
    throw new VerifierMismatchError(calibration.verifierFingerprint, fingerprint);
  const isGrouped = calibration.verdicts.some((verdict) => verdict.group !== undefined);
  if (isGrouped && group === undefined)
    throw new InvalidOptionError("group", "a function, as the calibration keeps groups apart", group);
  const rejection = (name?: string): Rejection =>
    rejectionOf(calibration, { epsilon, ...(name === undefined ? {} : { group: name }) });
  warnIfIdle(rejection(), isGrouped);
  const judge = async (run: VerifierRun<Input, Output>) => {
    const { ok: passes, reason, score, ...rest } = scored(await verifier(run));
    const { below } = rejection(isGrouped ? group?.(run) : undefined);
    const isTrusted = run.attempt === 1 || below === -Infinity;
    const ok = score >= below && (isTrusted || passes);
    return { ...rest, ok, score, ...(ok ? {} : { reason: reason ?? whyRejected(score, below) }) };
  };
  return Object.assign(judge, {
    fingerprint: fingerprintBy(calibration, rejection),
    scoredBy: fingerprint,
    rejection,
  });
}

const whyRejected = (score: number, below: number): string =>
  score < below ? `its score is ${score}, below ${below}` : "it was rejected before and does not pass now";

const scored = (given: unknown) => {
  const verdict = parseVerdict(given);
  return { ...verdict, score: verdict.score ?? Number(verdict.ok) };
};

function warnIfIdle({ reason, trivial }: Rejection, isGrouped: boolean): void {
  if (trivial !== undefined && !isGrouped)
    warn(`The calibrated verifier: ${reason}`, "RollbackVerifierWarning", "VERIFIER_NEVER_REJECTS");
}

/** By what it decides: whose scores, and the threshold of each group. */
function fingerprintBy(
  { verdicts, verifierFingerprint }: VerifierCalibration,
  rejection: (group?: string) => Rejection,
): string {
  const groups = [...new Set(verdicts.map(({ group }) => group))].toSorted((a = "", b = "") =>
    a < b ? -1 : 1,
  );
  const thresholds = groups.map((group) => [group, String(rejection(group).below)]);
  // JSON has no infinity.
  const all = [verifierFingerprint, String(rejection().below), thresholds];
  return fingerprintOf("calibrated", digest(all));
}
