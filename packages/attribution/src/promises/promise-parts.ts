import type { AlarmCalibration } from "../alarms/alarm-calibration.ts";
import { alarmOf } from "../alarms/alarm-of.ts";
import { atMost, basisWords } from "../recovery/promise-basis.ts";
import { recoveredWords, shortfallWords } from "../recovery/recovery-words.ts";
import { acceptanceOf } from "../verdicts/acceptance.ts";
import { rejectionOf } from "../verdicts/rejection.ts";
import type { VerifierCalibration } from "../verdicts/verifier-calibration.ts";
import type { KnownPromises, KnownStart } from "./known-promises.ts";

/** One promise about an agent's runs. */
export interface PromisePart {
  readonly about:
    | "right-runs"
    | "stopped-runs"
    | "recovery"
    | "silent-failures"
    | "wrong-accepted"
    | "first-rollback";
  /**
   * - "exact": on average over calibrations
   * - "calibrations": in all but a share delta of calibrations
   * - "account": for every sequence of runs
   * - "approximate": aimed at, not proven
   */
  readonly kind: "exact" | "calibrations" | "account" | "approximate";
  /** Runs, tasks or failures that it was calibrated on; absent for an account, which needs none. */
  readonly n?: number;
  /** Of an alarm: the tolerated share of right runs that it ever stops. */
  readonly alpha?: number;
  /** Of an alarm: whose word "right" is. "acceptance": it is about runs that the verifier accepts. */
  readonly rightBy?: AlarmCalibration["rightBy"];
  /** The promise with its number and kind, as a part of a sentence. */
  readonly words: string;
}

/** A promise, or why it is not made, in a few words. */
export type MadeOrNot = PromisePart | { readonly missing: string };

/** What each thing that is known promises, or why it does not. */
export function promiseParts({
  account,
  alarm,
  otherwise = [],
  recovery,
  start,
  verifier,
}: KnownPromises): readonly MadeOrNot[] {
  return [
    ...(verifier === undefined ? [] : [touched(verifier)]),
    ...(alarm === undefined ? [] : [stopped(alarm)]),
    ...(recovery === undefined ? [] : [recovered(recovery)]),
    ...(account === undefined ? [] : [silent(account)]),
    ...(verifier === undefined ? [] : wrongAccepted(verifier)),
    ...(start === undefined ? [] : [startKept(start)]),
    ...otherwise.map((missing) => ({ missing })),
  ];
}

/** Each group has its own threshold. One that rejects nothing touches nothing. */
function touched(calibration: VerifierCalibration): MadeOrNot {
  const { delta, epsilon, n, verdicts } = calibration;
  const groups = [...new Set(verdicts.map(({ group }) => group))];
  const rejections = groups.map((group) => rejectionOf(calibration, group === undefined ? {} : { group }));
  const rejecting = rejections.filter(({ below }) => below > -Infinity);
  if (rejecting.length === 0) {
    const { trivial } = rejections[0] ?? rejectionOf(calibration);
    return { missing: `the verifier's calibration rejects no run${lacking(trivial, groups, n)}` };
  }
  const basis = basisOf(rejecting, { n, delta });
  const which = groups.length > 1 ? "the right runs of each group" : "right runs";
  return {
    about: "right-runs",
    kind: kindOf(basis),
    n,
    words: `at most ${atMost(epsilon)} of ${which} are touched (${basisWords(basis)})`,
  };
}

/** The same of an alarm. */
function stopped(calibration: AlarmCalibration): MadeOrNot {
  const { alpha, delta, n, rightBy, runs } = calibration;
  const groups = [...new Set(runs.map(({ group }) => group))];
  const alarms = groups.map((group) => alarmOf(calibration, group === undefined ? {} : { group }));
  const stopping = alarms.filter(({ above }) => above < Infinity);
  if (stopping.length === 0) {
    const { trivial } = alarms[0] ?? alarmOf(calibration);
    return { missing: `the alarm stops no run${lacking(trivial, groups, n)}` };
  }
  const basis = basisOf(stopping, { n, delta });
  const of = groups.length > 1 ? " of each group" : "";
  const which = rightBy === "truth" ? `right runs${of}` : `runs${of} that the verifier accepts`;
  return {
    about: "stopped-runs",
    kind: kindOf(basis),
    n,
    alpha,
    rightBy,
    words: `at most ${atMost(alpha)} of ${which} are ever stopped by the alarm (${basisWords(basis)})`,
  };
}

/** Number of missing right runs, where too few are known. */
function lacking(
  trivial: { readonly needed: number } | undefined,
  groups: readonly unknown[],
  n: number,
): string {
  if (trivial === undefined) return "";
  return `, needs ${trivial.needed} right runs${groups.length > 1 ? " of a group" : ""}, has ${n}`;
}

/** Of thresholds by group; one that holds for all groups together is approximate. */
function basisOf(
  thresholds: readonly { readonly guarantee: "exact" | "approximate" }[],
  { delta, n }: { readonly delta: number | undefined; readonly n: number },
) {
  const guarantee = thresholds.some((each) => each.guarantee === "approximate") ? "approximate" : "exact";
  return { n, guarantee, ...(delta === undefined ? {} : { delta }) } as const;
}

function recovered({ within, ...promise }: NonNullable<KnownPromises["recovery"]>): MadeOrNot {
  if (within === undefined) return { missing: `recovery ${shortfallWords(promise)}` };
  return {
    about: "recovery",
    kind: kindOf(promise),
    n: promise.n,
    words: recoveredWords({ ...promise, within }),
  };
}

const silent = ({ alpha }: NonNullable<KnownPromises["account"]>): PromisePart => ({
  about: "silent-failures",
  kind: "account",
  words: `at most ${atMost(alpha)} of failed runs end unrecovered with nobody asked (account)`,
});

function wrongAccepted(calibration: VerifierCalibration): readonly MadeOrNot[] {
  const { retries } = calibration;
  if (retries === undefined) return [];
  const acceptance = acceptanceOf(calibration);
  if (acceptance === undefined)
    return [{ missing: `wrong results after a failure have no bound, as no gamma is chosen` }];
  const { gamma, k, n, reason } = acceptance;
  if (k === 0) return [{ missing: `${reason.charAt(0).toLowerCase()}${reason.slice(1, -1)}` }];
  const basis = { n, guarantee: "exact" } as const;
  return [
    {
      about: "wrong-accepted",
      kind: "exact",
      n,
      words: `at most ${atMost(gamma)} of wrong runs that are rejected end with a wrong result accepted (${basisWords(basis)})`,
    },
  ];
}

function startKept(start: KnownStart): PromisePart {
  const { alpha, convention, n } = start;
  const what =
    convention === undefined
      ? "keep the first mistake"
      : "start after the last step from which a replay recovered";
  return {
    about: "first-rollback",
    kind: kindOf(start),
    n,
    words: `at most ${atMost(alpha)} of first rollbacks ${what} (${basisWords(start)})`,
  };
}

function kindOf({
  delta,
  guarantee,
}: {
  readonly delta?: number;
  readonly guarantee: "exact" | "approximate";
}): PromisePart["kind"] {
  if (guarantee === "approximate") return guarantee;
  return delta === undefined ? "exact" : "calibrations";
}
