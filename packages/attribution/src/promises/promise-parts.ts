import { atMost, basisWords } from "../recovery/promise-basis.ts";
import { recoveredWords, shortfallWords } from "../recovery/recovery-words.ts";
import { acceptanceOf } from "../verdicts/acceptance.ts";
import { rejectionOf } from "../verdicts/rejection.ts";
import type { VerifierCalibration } from "../verdicts/verifier-calibration.ts";
import type { KnownPromises, KnownStart } from "./known-promises.ts";

/** One promise about an agent's runs. */
export interface PromisePart {
  readonly about: "right-runs" | "recovery" | "silent-failures" | "wrong-accepted" | "first-rollback";
  /**
   * - "exact": on average over calibrations
   * - "calibrations": in all but a share delta of calibrations
   * - "account": for every sequence of runs
   * - "approximate": aimed at, not proven
   */
  readonly kind: "exact" | "calibrations" | "account" | "approximate";
  /** Runs, tasks or failures that it was calibrated on; absent for an account, which needs none. */
  readonly n?: number;
  /** The promise with its number and kind, as a part of a sentence. */
  readonly words: string;
}

/** A promise, or why it is not made, in a few words. */
export type MadeOrNot = PromisePart | { readonly missing: string };

/** What each thing that is known promises, or why it does not. */
export function promiseParts({
  account,
  otherwise = [],
  recovery,
  start,
  verifier,
}: KnownPromises): readonly MadeOrNot[] {
  return [
    ...(verifier === undefined ? [] : [touched(verifier)]),
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
    const needed = (rejections[0] ?? rejectionOf(calibration)).trivial?.needed;
    const why =
      needed === undefined
        ? ""
        : `, needs ${needed} right runs${groups.length > 1 ? " of a group" : ""}, has ${n}`;
    return { missing: `the verifier's calibration rejects no run${why}` };
  }
  const guarantee = rejecting.some((each) => each.guarantee === "approximate") ? "approximate" : "exact";
  const basis = { n, guarantee, ...(delta === undefined ? {} : { delta }) } as const;
  const which = groups.length > 1 ? "the right runs of each group" : "right runs";
  return {
    about: "right-runs",
    kind: kindOf(basis),
    n,
    words: `at most ${atMost(epsilon)} of ${which} are touched (${basisWords(basis)})`,
  };
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
