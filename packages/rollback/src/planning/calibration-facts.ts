import { smallest } from "@langgraph-rollback/attribution/trajectory";
import {
  type AgentHistory,
  type Attribution,
  type Calibration,
  calibrationId,
  estimateRates,
  fitExponent,
  positionShares,
} from "@langgraph-rollback/attribution";

import type { Rates } from "../policies/policy.ts";
import { CalibrationChangedError } from "../errors/calibration-changed-error.ts";
import type { RollbackProblem } from "../history/attempt-record.ts";
import { problemOf } from "../history/left-alone.ts";
import type { ResolvedScorer } from "../setup/resolve-scorer.ts";
import type { Failure } from "./failure.ts";

/** Nothing of what a calibration says changes: each is fitted once. */
const exponents = new WeakMap<Calibration, number>();

/** @internal Power to which scores are raised to be a belief, by the calibration that they belong to; 0 without one. */
export function exponentOf(calibration: Calibration | undefined): number {
  if (calibration === undefined) return 0;
  const known = exponents.get(calibration);
  if (known !== undefined) return known;
  const fitted = fitExponent(
    calibration.failures.map(({ stepScores, decisiveSteps }) => ({
      stepScores,
      decisiveStep: smallest(decisiveSteps),
    })),
  );
  exponents.set(calibration, fitted);
  return fitted;
}

const positions = new WeakMap<Calibration, (length: number) => readonly number[]>();

/** @internal Positions of labelled mistakes, as a belief about a run of so many steps; `undefined` without a calibration. */
export function positionsOf(
  calibration: Calibration | undefined,
): ((length: number) => readonly number[]) | undefined {
  if (calibration === undefined) return undefined;
  const known = positions.get(calibration) ?? positionShares(calibration.failures);
  positions.set(calibration, known);
  return known;
}

/** @internal How often the agent errs, by its calibration and what else is known of its earlier runs. */
export function ratesOf(calibration: Calibration | undefined, history: AgentHistory): Rates {
  const firstAttempts = [...(calibration?.firstAttempts ?? []), ...history.firstAttempts];
  return estimateRates({ firstAttempts, redos: history.redos });
}

/** @internal Whether an attribution was made with a calibration. Records of older versions do not name theirs: they count as made with it. */
export function isMadeWith(calibration: Calibration, { calibrated, n }: Attribution): boolean {
  if (n === 0) return false;
  return calibrated?.id === undefined || calibrated.id === calibrationId(calibration);
}

/**
 * @internal Tells that the attempt before was attributed with another calibration: an earlier process had it.
 *
 * @param attribution of the attempt that has failed now
 */
export function calibrationChanged(
  source: Pick<ResolvedScorer, "calibration" | "fallback">,
  { earlier }: Pick<Failure, "earlier">,
  attribution: Attribution,
): RollbackProblem | undefined {
  const before = earlier.at(-1)?.attribution;
  if (before === undefined || isOwn(source, before)) return undefined;
  return problemOf(new CalibrationChangedError(before.calibrated?.id, attribution.calibrated?.id));
}

/** Whether an attribution can be of this scorer or its fallback, each with its calibration or without one. */
function isOwn(
  { calibration, fallback }: Pick<ResolvedScorer, "calibration" | "fallback">,
  attribution: Attribution,
): boolean {
  const { n, fallback: whyNone } = attribution;
  // A scorer that failed leaves an attribution without a calibration, too.
  if (n === 0 && whyNone !== undefined) return true;
  const used = [calibration, ...(fallback === undefined ? [] : [fallback.calibration])];
  return used.some((each) => (each === undefined ? n === 0 : isMadeWith(each, attribution)));
}
