import { calibrationId, type Attribution, type Calibration } from "@langgraph-rollback/attribution";

import { CalibrationChangedError } from "../errors/calibration-changed-error.ts";
import type { RollbackProblem } from "../history/attempt-record.ts";
import { problemOf } from "../history/left-alone.ts";
import type { ResolvedScorer } from "../setup/resolve-scorer.ts";
import type { Failure } from "./failure.ts";

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
