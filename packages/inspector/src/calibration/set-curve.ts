import { type Calibration, setsOf } from "@langgraph-rollback/attribution";

import type { CalibrationView } from "../shared/view/calibration-view.ts";
import { heldBy } from "./labelled-start.ts";
import type { ScoredAttempt } from "./scored-attempt.ts";

const GRID = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9];

/**
 * Cost that other miss rates would have had on the attempts recorded, and how often their sets would have held what the
 * calibration's goal asks for of the labelled steps.
 *
 * A labelled attempt that is among those that calibrated is held out of them.
 */
export function setCurve(
  attempts: readonly ScoredAttempt[],
  calibration: Calibration,
): CalibrationView["curve"] {
  if (attempts.length === 0) return [];
  const without = attempts.map(({ run }) => heldOut(calibration, run.draw));
  const alphas = new Set([...GRID, ...(calibration.alpha > 0 ? [calibration.alpha] : [])]);
  return [...alphas].toSorted((a, b) => a - b).map((alpha) => pointAt(alpha, attempts, without, calibration));
}

function pointAt(
  alpha: number,
  attempts: readonly ScoredAttempt[],
  without: readonly Calibration[],
  calibration: Calibration,
): CalibrationView["curve"][number] {
  const sets = setsOf(calibration, alpha);
  const shares = attempts.map(({ run }) => sets.setOf(run).steps.length / run.stepScores.length);
  const held = attempts.flatMap(({ label, run }, at) => {
    if (label === undefined) return [];
    const { steps } = setsOf(without[at] ?? calibration, alpha).setOf(run);
    return [heldBy(steps, label.named, calibration.goal)];
  });
  return { alpha, meanShare: mean(shares), ...(held.length === 0 ? {} : { coverage: mean(held) }) };
}

/** The calibration without the run of this draw; the same one if the run is not among its failures. */
function heldOut(calibration: Calibration, draw: number): Calibration {
  const failures = calibration.failures.filter((failure) => failure.draw !== draw);
  const misses = (calibration.misses ?? []).filter((miss) => miss.draw !== draw);
  const n = failures.length + misses.length;
  return n === calibration.n ? calibration : { ...calibration, failures, misses, n };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
