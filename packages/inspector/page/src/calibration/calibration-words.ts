import type { CalibrationView } from "../../../src/shared/view/calibration-view.ts";
import { percent } from "../../../src/shared/words/percent.ts";

/** What a calibration promises, as sentences. */
export function promiseOf({ alpha, guarantee, n }: NonNullable<CalibrationView["calibration"]>): string {
  if (alpha === 0) return "Miss rate 0 was asked for, so every step is in every set.";
  const bound = guarantee === "exact" ? "At least" : "About";
  const proof = guarantee === "exact" ? "" : " That was measured, not proven.";
  return `${bound} ${percent(1 - alpha)} of the sets hold the decisive step, on average over failures like the ${n} that it was made of. It is not how certain the set of any one thread is.${proof}`;
}

/** What the labels here say about the promise, as sentences. */
export function coverageWords({ covered, high, low, n, target }: NonNullable<CalibrationView["coverage"]>): {
  readonly found: string;
  readonly verdict: string;
  /** Whether the promise is contradicted. */
  readonly isBroken: boolean;
} {
  const sets = n === 1 ? "1 labelled attempt" : `${n} labelled attempts`;
  const found = `The recorded sets held the decisive step in ${covered} of ${sets}: ${percent(covered / n)}. With 95 % confidence the true share lies between ${percent(low)} and ${percent(high)}.`;
  const isBroken = high < target;
  return { found, isBroken, verdict: verdictOn(low, high, target) };
}

function verdictOn(low: number, high: number, target: number): string {
  const promised = percent(target);
  if (high < target)
    return `That is less than the ${promised} promised: these failures are not like those that calibrated. Calibrate anew on recent ones.`;
  if (low >= target) return `That is no less than the ${promised} promised.`;
  return `That does not contradict the ${promised} promised; more labels narrow it down.`;
}

/** How far labelling has come, as a sentence. */
export function progressWords({ failed, labelled }: CalibrationView): string {
  if (failed === 0) return "No run here has failed.";
  return `${labelled} of ${failed} failed first attempts are labelled.`;
}
