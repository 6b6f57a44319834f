import type { AlarmCalibration } from "../alarms/alarm-calibration.ts";
import type { PilotShare } from "../pilots/pilot-share.ts";
import type { RecoveryPromise } from "../recovery/recovery-promise.ts";
import type { SilentFailures } from "../recovery/silent-failures.ts";
import type { VerifierCalibration } from "../verdicts/verifier-calibration.ts";

/** A promise about the first rollback of a run: it keeps no step that holds the mistake. */
export interface KnownStart {
  /** Tolerated share of failed runs, in [0, 1). */
  readonly alpha: number;
  /** Labelled failures that it was calibrated on. */
  readonly n: number;
  readonly guarantee: "exact" | "approximate";
  /** Tolerated share of calibrations that promise too much. */
  readonly delta?: number;
  /** Present where the labels are by replay: it is about the last start from which a replay recovered. */
  readonly convention?: string;
}

/** All that promises about an agent's runs are made from. Leave out what is not known, and what is about another verifier or procedure than the agent's. */
export interface KnownPromises {
  /** Of right runs that are touched and, with its retries, of wrong results that are accepted after a failure. */
  readonly verifier?: VerifierCalibration;
  /** Of right runs that an alarm ever stops. */
  readonly alarm?: AlarmCalibration;
  /** Of failed runs that are recovered: as `recoveryOf` gives it, or as records keep it. */
  readonly recovery?: Pick<RecoveryPromise, "alpha" | "delta" | "guarantee" | "n" | "within"> & {
    readonly maxRollbacks?: number;
  };
  /** Where runs that nothing recovers are handed over by an account. */
  readonly account?: Pick<SilentFailures, "alpha">;
  /** Of where the first rollback of a run starts. */
  readonly start?: KnownStart;
  /** Further promises that are not made, and why, in a few words each: a calibration is of another procedure. */
  readonly otherwise?: readonly string[];
}

/** Runs since the promises were made. Leave out what nobody knows. */
export interface ObservedRuns {
  /** Of right runs: those that were rejected. */
  readonly touched?: PilotShare;
  /** Of accepted first attempts that checks after steps could not stop: those in which one failed. It has a part in the sum of what is touched. */
  readonly checkFailed?: PilotShare;
  /** Of failed runs: those that were recovered within the promised number of rollbacks. */
  readonly recovered?: PilotShare;
  /** Failed runs that a person was asked about. */
  readonly handedOver?: number;
  /** Of runs whose first attempt is wrong and was rejected: those that ended with a wrong result accepted. */
  readonly wrongAccepted?: PilotShare;
  /** Of accepted results whose truth is known, at first or after a failure: the wrong ones. Nothing bounds this share. */
  readonly wrongDelivered?: PilotShare;
}
