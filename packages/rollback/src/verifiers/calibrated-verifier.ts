import {
  type Acceptance,
  acceptanceOf,
  rejectionOf,
  type Rejection,
  type VerifierCalibration,
} from "@langgraph-rollback/attribution";

import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import { VerifierMismatchError } from "../errors/verifier-mismatch-error.ts";
import { warn } from "../errors/warn.ts";
import type { Verifier, VerifierRun } from "./verifier.ts";
import { digest, fingerprintOf } from "./fingerprint.ts";
import type { NamedVerifier } from "./named-verifier.ts";
import { thresholdVerifier } from "./threshold-verifier.ts";

/** How to use a calibrated verifier. */
export interface CalibratedVerifierOptions<Input = unknown, Output = unknown> {
  /** Tolerated share of right runs that are rejected, in [0, 1). Default: the calibration's. */
  readonly epsilon?: number;
  /** Names the group of a run, where the calibration keeps groups apart. It has to be known before the run. */
  readonly group?: (run: VerifierRun<Input, Output>) => string;
  /**
   * Tolerated share, in [0, 1), of wrong and rejected first attempts that end with a wrong result accepted. It takes a calibration with `retries`. Default: the
   * calibration's; without one nothing bounds that share.
   */
  readonly gamma?: number;
  /**
   * Retries of a run that may be accepted, from 1 to those that the calibration has of each task. No later retry is accepted. Fewer accept more of them, and bound runs
   * with as few rollbacks, unless the policy plans by the rollbacks that are left, as `leastCost` does. Default: all that the calibration has.
   */
  readonly retries?: number;
}

/** A verifier that rejects at most a share epsilon of right runs. */
export interface CalibratedVerifier<Input = unknown, Output = unknown> extends NamedVerifier<Input, Output> {
  /** Fingerprint of the verifier that gives the scores. */
  readonly scoredBy: string;
  /** Below which score a run is rejected, and what that promises; of a group where there are groups. */
  readonly rejection: (group?: string) => Rejection;
  /** Above which score a result is accepted after a failure, and what that promises; `undefined` where nothing bounds it. */
  readonly acceptance: Acceptance | undefined;
}

/**
 * A verifier that uses a calibrated threshold on its score instead of its own yes or no. Of right runs, it rejects at most a share
 * epsilon. That is about first attempts, and holds as `calibrateVerifier` says.
 *
 * After a failure, what it accepts is bounded if the calibration has retries and a `gamma`: as `acceptanceOf` says, of runs whose first attempt is wrong and was
 * rejected, at most a share gamma end with a wrong result accepted. Notes and reasons do not tell that threshold. Otherwise a later attempt must pass the verifier's own
 * yes or no as well: a run that was rejected once is more likely to be wrong again.
 *
 * With too few labelled runs it rejects none, and with too few retried tasks it accepts nothing after a failure. The process is warned of that, with the codes
 * "VERIFIER_NEVER_REJECTS" and "RETRIES_NEVER_ACCEPTED".
 *
 * @param verifier    gives scores: higher for better runs. One that says only yes or no has the scores 1 and 0
 * @param calibration of that verifier
 * @throws {VerifierMismatchError} if the calibration is another verifier's, or the verifier has no fingerprint
 * @throws {InvalidOptionError} if the calibration keeps groups apart and `group` is missing, has no retries for `gamma` or `retries`, or has retries that were made
 *   under another threshold than that of `epsilon`
 * @throws {RangeError} if `epsilon`, `gamma` or `retries` is out of range
 *
 * @example
 * const verify = calibratedVerifier(judge, await readVerifierCalibration("verifier.json"));
 */
export function calibratedVerifier<Input, Output>(
  verifier: Verifier<Input, Output>,
  calibration: VerifierCalibration,
  options: CalibratedVerifierOptions<Input, Output> = {},
): CalibratedVerifier<Input, Output> {
  const { epsilon = calibration.epsilon, group } = options;
  const fingerprint = checkScorer(verifier, calibration);
  const isGrouped = calibration.verdicts.some((verdict) => verdict.group !== undefined);
  if (isGrouped && group === undefined)
    throw new InvalidOptionError("group", "a function, as the calibration keeps groups apart", group);
  const rejection = (name?: string): Rejection =>
    rejectionOf(calibration, { epsilon, ...(name === undefined ? {} : { group: name }) });
  const acceptance = acceptanceBy(calibration, { ...options, epsilon });
  warnIfIdle(rejection(), isGrouped);
  if (acceptance?.trivial !== undefined) warnOf(acceptance.reason, "RETRIES_NEVER_ACCEPTED");
  const judge = thresholdVerifier(verifier, {
    rejection: (run) => rejection(isGrouped ? group?.(run) : undefined),
    acceptance,
  });
  return Object.assign(judge, {
    fingerprint: fingerprintBy(calibration, rejection, acceptance),
    scoredBy: fingerprint,
    rejection,
    acceptance,
  });
}

/** The verifier's fingerprint, if the calibration is of this verifier. */
function checkScorer(
  { fingerprint }: Pick<Verifier, "fingerprint">,
  { verifierFingerprint }: VerifierCalibration,
): string {
  if (fingerprint === verifierFingerprint) return fingerprint;
  throw new VerifierMismatchError(verifierFingerprint, fingerprint);
}

/** The first attempts' threshold is frozen before retries are made: under another one other runs are retried. */
function acceptanceBy(
  calibration: VerifierCalibration,
  {
    epsilon,
    gamma,
    retries,
  }: { readonly epsilon: number; readonly gamma?: number; readonly retries?: number },
): Acceptance | undefined {
  for (const [name, value] of Object.entries({ gamma, retries }))
    if (value !== undefined && calibration.retries === undefined)
      throw new InvalidOptionError(name, "left out, as the calibration has no retries", value);
  const acceptance = acceptanceOf(calibration, {
    ...(gamma === undefined ? {} : { gamma }),
    ...(retries === undefined ? {} : { retries }),
  });
  const { below } = rejectionOf(calibration, { epsilon });
  if (acceptance !== undefined && acceptance.atLeast !== below)
    throw new InvalidOptionError(
      "epsilon",
      `one that rejects below ${acceptance.atLeast}, as it was when the retries were made, and not below ${below}`,
      epsilon,
    );
  return acceptance;
}

function warnIfIdle({ reason, trivial }: Rejection, isGrouped: boolean): void {
  if (trivial !== undefined && !isGrouped) warnOf(reason, "VERIFIER_NEVER_REJECTS");
}

const warnOf = (reason: string, code: string): void =>
  warn(`The calibrated verifier: ${reason}`, "RollbackVerifierWarning", code);

/** By what it decides: whose scores, the threshold of each group, and that of retries. */
function fingerprintBy(
  { verdicts, verifierFingerprint }: VerifierCalibration,
  rejection: (group?: string) => Rejection,
  acceptance?: Acceptance,
): string {
  const groups = [...new Set(verdicts.map(({ group }) => group))].toSorted((a = "", b = "") =>
    a < b ? -1 : 1,
  );
  const thresholds = groups.map((group) => [group, String(rejection(group).below)]);
  // JSON has no infinity.
  const retried = acceptance === undefined ? [] : [String(acceptance.above), acceptance.retries];
  const all = [verifierFingerprint, String(rejection().below), thresholds, ...retried];
  return fingerprintOf("calibrated", digest(all));
}
