import { labelsU } from "../conformal/index.ts";
import { rejectionThreshold } from "../conformal/rejection-threshold.ts";
import type { RejectionThreshold } from "../conformal/rejection-threshold.ts";

import type { LabelledVerdict } from "./labelled-verdict.ts";

/** @internal The fields of a `VerifierCalibration` that its thresholds depend on. */
export interface ThresholdSource {
  readonly epsilon: number;
  readonly delta?: number;
  readonly smallGroups?: "full" | "pooled";
  readonly verdicts: readonly LabelledVerdict[];
}

/** Below which score a verifier rejects a run, and what that promises. */
export interface Rejection extends RejectionThreshold {
  /**
   * `exact`: right runs of the group are rejected with probability at most epsilon. `approximate`: the bound is about all groups together, as
   * the group had too few right runs.
   */
  readonly guarantee: "exact" | "approximate";
  /** One sentence for people: what is rejected, and what is promised. */
  readonly reason: string;
}

/**
 * Below which score a calibrated verifier rejects a run.
 *
 * @param calibration of the verifier
 * @param given       `epsilon`, default the calibration's; `group` of the run, where the calibration keeps groups apart
 * @throws {RangeError} if `epsilon` is outside [0, 1)
 */
export function rejectionOf(
  { verdicts, delta, smallGroups, ...calibration }: ThresholdSource,
  { epsilon = calibration.epsilon, group }: { readonly epsilon?: number; readonly group?: string } = {},
): Rejection {
  const right = verdicts.filter((verdict) => verdict.right);
  const u = drawnFrom(right);
  const goal = { epsilon, ...(delta === undefined ? {} : { delta }), ...(u === undefined ? {} : { u }) };
  const isGrouped = right.some((verdict) => verdict.group !== undefined);
  const own = isGrouped ? right.filter((verdict) => verdict.group === group) : right;
  const threshold = rejectionThreshold(scoresOf(own), goal);
  const isPooled = isGrouped && threshold.trivial !== undefined && smallGroups === "pooled";
  const taken = isPooled ? rejectionThreshold(scoresOf(right), goal) : threshold;
  const said = reasonOf(taken);
  return {
    ...taken,
    guarantee: isPooled ? "approximate" : "exact",
    reason: isGrouped ? `Group "${group ?? ""}"${isPooled ? ", by all groups" : ""}: ${said}` : said,
  };
}

/** The number that draws the rank: see `labelsU`. Runs that have no names draw none. */
function drawnFrom(right: readonly LabelledVerdict[]): number | undefined {
  const draws = right.flatMap(({ draw }) => draw ?? []);
  return draws.length < right.length ? undefined : labelsU(draws);
}

const scoresOf = (verdicts: readonly LabelledVerdict[]): readonly number[] =>
  verdicts.map(({ score }) => score);

function reasonOf({ below, drawn, epsilon, level, n, trivial }: RejectionThreshold): string {
  if (trivial !== undefined) return `No run is rejected, as ${trivial.reason}.`;
  if (epsilon === 0) return "No run is rejected, as epsilon 0 asks.";
  const share = `at most ${shortNumber((drawn === undefined ? epsilon : 1 - level) * 100)} %`;
  const average =
    drawn === undefined ? "" : `, and ${shortNumber(epsilon * 100)} % on average over calibrations`;
  return `Runs that score below ${shortNumber(below)} are rejected; of right runs ${share} are (n = ${n})${average}.`;
}

/** @internal A score or a share in three digits. */
export const shortNumber = (value: number): string => String(Number(value.toPrecision(3)));
