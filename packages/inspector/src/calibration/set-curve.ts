import { conformalOptions } from "@langgraph-rollback/attribution/conformal-options";
import type { Calibration } from "@langgraph-rollback/attribution";
import { calibrateThreshold } from "@langgraph-rollback/conformal";

import type { CalibrationView } from "../shared/view/calibration-view.ts";
import type { ScoredAttempt } from "./scored-attempt.ts";

const GRID = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9];

/**
 * What other miss rates would have cost on the attempts recorded, and how many labelled steps their sets would have held.
 *
 * A labelled attempt that may be among those that calibrated is held out of them: its own nonconformity is left out of
 * the threshold that it is held against.
 */
export function setCurve(
  attempts: readonly ScoredAttempt[],
  calibration: Calibration,
): CalibrationView["curve"] {
  if (attempts.length === 0) return [];
  const alphas = new Set([...GRID, ...(calibration.alpha > 0 ? [calibration.alpha] : [])]);
  return [...alphas].toSorted((a, b) => a - b).map((alpha) => pointAt(alpha, attempts, calibration));
}

function pointAt(
  alpha: number,
  attempts: readonly ScoredAttempt[],
  calibration: Calibration,
): CalibrationView["curve"][number] {
  const thresholdOf = (nonconformities: readonly number[]) =>
    calibrateThreshold(nonconformities, { ...conformalOptions(calibration), alpha }).value;
  const threshold = thresholdOf(calibration.nonconformities);
  const shares = attempts.map(({ nonconformities }) => shareWithin(nonconformities, threshold));
  const held = attempts.flatMap(({ isFresh, label }) => {
    if (label === undefined) return [];
    const rest = isFresh ? undefined : without(label.nonconformity, calibration.nonconformities);
    return [label.nonconformity <= (rest === undefined ? threshold : thresholdOf(rest)) ? 1 : 0];
  });
  return { alpha, meanShare: mean(shares), ...(held.length === 0 ? {} : { coverage: mean(held) }) };
}

/** Share of steps in the set; where that would be empty, one step stands in. */
function shareWithin(nonconformities: readonly number[], threshold: number): number {
  const within = nonconformities.filter((value) => value <= threshold).length;
  return Math.max(1, within) / nonconformities.length;
}

/** The values less one that equals `value`; `undefined` if none does. */
function without(value: number, values: readonly number[]): readonly number[] | undefined {
  const index = values.indexOf(value);
  return index < 0 ? undefined : values.toSpliced(index, 1);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
