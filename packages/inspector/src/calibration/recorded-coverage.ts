import type { Attribution, Calibration } from "@langgraph-rollback/attribution";
import { clopperPearson, hoeffdingInterval, type SetGoal } from "@langgraph-rollback/attribution/conformal";

import { LAST_RECOVERING_START } from "../shared/labels/label.ts";
import type { CalibrationView, SetOrigin } from "../shared/view/calibration-view.ts";
import type { JudgedAttempt } from "./judged-attempt.ts";
import { heldBy, labelledSteps } from "./labelled-start.ts";

/**
 * How often the sets that were recorded held what the calibration's goal asks for of the steps that labellers name. A set was there before the label, so that no
 * label has had a part in the calibration which its attempt is counted for.
 *
 * @param convention of the labels: sets that are about another step do not count
 * @param calibration counts the sets made with it; without one, those of the latest set's scorer, number of labels, alpha and goal
 * A set that is the whole run counts, too, if only it was calibrated: to count those that leave steps out is to choose by the
 * result.
 *
 * @returns no `coverage` if no labelled attempt has a calibrated set
 */
export function recordedCoverage(
  attempts: readonly JudgedAttempt[],
  convention: string,
  calibration?: Calibration,
): Pick<CalibrationView, "counted" | "coverage"> {
  const isByReplay = convention === LAST_RECOVERING_START;
  const own = attempts.filter(
    ({ attribution }) => (attribution?.calibrated?.convention === LAST_RECOVERING_START) === isByReplay,
  );
  const latest = latestPromised(own);
  const origin = calibration ?? latest;
  if (origin === undefined) return {};
  const goal = calibration?.goal ?? latest?.calibrated?.goal ?? "first";
  const { alpha, n, scorerFingerprint } = origin;
  const counted = { scorerFingerprint, n, alpha };
  const held = own.flatMap(({ attribution, label, missed }) => {
    if (!isPromised(attribution) || !isOf(attribution, counted)) return [];
    return (label ?? missed) === undefined ? [] : [heldBy(attribution.set.steps, labelledSteps(label), goal)];
  });
  if (held.length === 0) return { counted };
  const coverage = {
    ...intervalOf(held, 1 - alpha, goal),
    ...(isByReplay ? { byReplay: true as const } : {}),
  };
  return { counted, coverage };
}

function latestPromised(attempts: readonly JudgedAttempt[]): Attribution | undefined {
  return attempts
    .flatMap(({ at = "", attribution }) => (isPromised(attribution) ? [{ at, attribution }] : []))
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .at(-1)?.attribution;
}

/** Whether a set was made with what the origin says, as far as its record tells. */
function isOf({ alpha, n, scorerFingerprint }: Attribution, origin: SetOrigin): boolean {
  return scorerFingerprint === origin.scorerFingerprint && n === origin.n && alpha === origin.alpha;
}

function intervalOf(
  held: readonly number[],
  target: number,
  goal: SetGoal,
): NonNullable<CalibrationView["coverage"]> {
  const covered = held.reduce((sum, value) => sum + value, 0);
  const n = held.length;
  const { lower, upper } = goal === "mean" ? hoeffdingInterval(covered / n, n) : clopperPearson(covered, n);
  return { covered, n, low: lower, high: upper, target, goal };
}

function isPromised(attribution: Attribution | undefined): attribution is Attribution {
  return (
    attribution !== undefined &&
    attribution.n > 0 &&
    attribution.alpha > 0 &&
    attribution.set.trivial === undefined
  );
}
