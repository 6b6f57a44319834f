import { rejectionThreshold } from "../conformal/rejection-threshold.ts";
import type { RejectionThreshold } from "../conformal/rejection-threshold.ts";

import { thresholdOfGroup } from "./by-group.ts";
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
  const { guarantee, prefix, threshold } = thresholdOfGroup(
    verdicts.filter(({ right }) => right),
    {
      group,
      smallGroups,
      thresholdBy: (right, u) =>
        rejectionThreshold(scoresOf(right), {
          epsilon,
          ...(delta === undefined ? {} : { delta }),
          ...(u === undefined ? {} : { u }),
        }),
    },
  );
  return { ...threshold, guarantee, reason: `${prefix}${reasonOf(threshold)}` };
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
