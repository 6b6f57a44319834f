import { checkVerifierCalibration, type VerifierCalibration } from "./verifier-calibration.ts";
import type { LabelledVerdict } from "./labelled-verdict.ts";
import type { PanelModel } from "./panel-model.ts";
import type { RetryCalibration } from "./retried-tasks.ts";

const DEFAULT_EPSILON = 0.05;

/** How to calibrate a verifier. */
export interface VerifierCalibrationOptions extends Pick<VerifierCalibration, "delta" | "smallGroups"> {
  /** The verifier that gave the scores, or its fingerprint. A panel's weights go into the file. */
  readonly verifier: string | { readonly fingerprint: string; readonly model?: PanelModel };
  /** Tolerated share of right runs that are rejected, in [0, 1). Default 0.05. */
  readonly epsilon?: number;
  /** Calibrates the groups that `LabelledVerdict.group` names apart. `calibratedVerifier` then needs `group`, too. */
  readonly groups?: boolean;
  /**
   * Retries of `collectRetries`, made under the threshold that these verdicts and this epsilon give, and `gamma`, the tolerated share of failed runs that
   * end with a wrong result accepted: see `acceptanceOf`. It goes without `groups`. Absent: nothing bounds that share.
   */
  readonly retries?: RetryCalibration;
}

/**
 * Calibrates a verifier by its scores of labelled runs: a right run is rejected with probability at most epsilon. That holds
 * exactly and for finite samples, however bad the verifier is: a bad one catches fewer wrong runs. With too few right runs it
 * rejects none, and says so.
 *
 * The labelled runs must be exchangeable with the first attempts to come, and must not have been used to make the verifier. Runs that were
 * labelled because the verifier rejected them are not: choose the runs to label at random.
 *
 * @param verdicts the verifier's scores of labelled runs. The right ones calibrate; the wrong ones show what it catches
 * @throws {CalibrationFormatError} if a score is not finite, an option is out of range, or the retries are of another threshold
 *
 * @example
 * const calibration = calibrateVerifier(verdicts, { verifier: judge, epsilon: 0.05 });
 * await writeVerifierCalibration("verifier.json", calibration);
 */
export function calibrateVerifier(
  verdicts: readonly LabelledVerdict[],
  {
    verifier,
    epsilon = DEFAULT_EPSILON,
    delta,
    groups = false,
    retries,
    smallGroups,
  }: VerifierCalibrationOptions,
): VerifierCalibration {
  const { fingerprint, model }: { fingerprint: string; model?: PanelModel } =
    typeof verifier === "string" ? { fingerprint: verifier } : verifier;
  return checkVerifierCalibration({
    format: "langgraph-rollback/verifier-calibration",
    version: 1,
    verifierFingerprint: fingerprint,
    epsilon,
    ...(delta === undefined ? {} : { delta }),
    ...(smallGroups === undefined ? {} : { smallGroups }),
    n: verdicts.filter(({ right }) => right).length,
    verdicts: verdicts.map(({ group, ...rest }) =>
      groups && group !== undefined ? { ...rest, group } : rest,
    ),
    ...(model === undefined ? {} : { panel: model }),
    ...(retries === undefined ? {} : { retries }),
  });
}
