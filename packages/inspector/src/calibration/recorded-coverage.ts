import type { Attribution, Calibration } from "@langgraph-rollback/attribution";
import { clopperPearson, hoeffdingInterval } from "@langgraph-rollback/conformal";
import { coveredBy } from "@langgraph-rollback/conformal/evaluation";
import { decisiveStepsOf } from "@langgraph-rollback/trajectory";

import type { CalibrationView } from "../shared/view/calibration-view.ts";
import type { JudgedAttempt } from "./judged-attempt.ts";
import { isMadeWith } from "./scored-attempt.ts";

/**
 * How often the sets that were recorded held what the calibration's goal asks for of the steps that labellers name. A set was there before the label, so that no
 * label has had a part in the calibration which its attempt is counted for.
 *
 * @param calibration counts the sets made with it; without one, all of the latest set's alpha, by the goal `first`
 * A set that is the whole run counts, too, if only it was calibrated: to count those that leave steps out is to choose by the
 * result.
 *
 * @returns `undefined` if no labelled attempt has a calibrated set
 */
export function recordedCoverage(
  attempts: readonly JudgedAttempt[],
  calibration?: Calibration,
): CalibrationView["coverage"] {
  const bounded = attempts.flatMap(({ at = "", attribution, label }) =>
    isPromised(attribution) && (calibration === undefined || isMadeWith(attribution, calibration))
      ? [{ at, attribution, label }]
      : [],
  );
  const latest = bounded.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1);
  const goal = calibration?.goal ?? "first";
  const alpha = calibration?.alpha ?? latest?.attribution.alpha ?? 0;
  const held = bounded.flatMap(({ attribution, label }) =>
    label !== undefined && attribution.alpha === alpha
      ? [coveredBy(attribution.set.steps, { decisiveSteps: decisiveStepsOf(label) }, goal)]
      : [],
  );
  if (held.length === 0) return undefined;
  const covered = held.reduce((sum, value) => sum + value, 0);
  const n = held.length;
  const { lower, upper } = goal === "mean" ? hoeffdingInterval(covered / n, n) : clopperPearson(covered, n);
  return { covered, n, low: lower, high: upper, target: 1 - alpha, goal };
}

function isPromised(attribution: Attribution | undefined): attribution is Attribution {
  return (
    attribution !== undefined &&
    attribution.n > 0 &&
    attribution.alpha > 0 &&
    attribution.set.trivial === undefined
  );
}
