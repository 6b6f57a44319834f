import { type Calibration, nonconformityOf, plantedRatesOf } from "@langgraph-rollback/attribution";
import { driftEvidence, labelsNeeded } from "@langgraph-rollback/attribution/conformal";

import type { CalibrationView, CalibrationWarning } from "../shared/view/calibration-view.ts";
import { belowPromise, measuredCoverage } from "../shared/words/coverage-words.ts";
import { percent } from "../shared/words/percent.ts";
import type { CalibrationFile } from "./calibration-file.ts";
import type { JudgedAttempt } from "./judged-attempt.ts";
import { labelNonconformity } from "./labelled-start.ts";
import { isMadeWith, isOfScorer, type ScoredAttempt } from "./scored-attempt.ts";

/** Odds against chance from which drift is spoken of: at most one calibration in twenty is wrongly accused, ever. */
const ODDS = 20;

/** New labels that make a calibration stale: half as many as it has, and no fewer than these. */
const FEW_NEW = 5;

/** Reasons against relying on the calibration, the gravest first. */
export function calibrationWarnings(
  given: CalibrationFile | undefined,
  attempts: readonly JudgedAttempt[],
  scored: readonly ScoredAttempt[],
  { counted, coverage }: Pick<CalibrationView, "counted" | "coverage">,
): readonly CalibrationWarning[] {
  const below = coverage !== undefined && belowPromise(coverage) ? [tooLow(coverage)] : [];
  if (given === undefined) return [...below, counted === undefined ? NO_CALIBRATION : NOT_OPEN];
  const { calibration } = given;
  return [
    ...otherScorer(calibration, attempts),
    ...otherVerifier(calibration, attempts),
    ...below,
    ...drift(calibration, scored),
    ...tooSmall(calibration),
    ...stale(given, attempts),
    ...unweighed(calibration),
  ];
}

const NO_CALIBRATION: CalibrationWarning = {
  code: "NO_CALIBRATION",
  message:
    "No calibration was given, so nothing is promised: every set is the whole attempt. Label failures and run `langgraph-rollback calibrate`.",
};

const NOT_OPEN: CalibrationWarning = {
  code: "NO_CALIBRATION",
  message:
    "No calibration is open, so nobody has checked whether it has drifted or grown stale. Sets that were recorded with one say in their own record what they promise. Name its file with `--calibration`.",
};

/** However few the labels: the interval has taken their number into account. */
function tooLow(coverage: NonNullable<CalibrationView["coverage"]>): CalibrationWarning {
  const { high, low, target } = coverage;
  const message = `${measuredCoverage(coverage)} Even the upper end of the 95 % interval, ${percent(low)} to ${percent(high)}, lies below the target of ${percent(target)}. Calibrate again on recent failures.`;
  return { code: "BELOW_PROMISE", message };
}

function tooSmall({ alpha, misses = [], n }: Calibration): readonly CalibrationWarning[] {
  const needed = alpha === 0 ? 0 : labelsNeeded(alpha, misses.length);
  if (n >= needed) return [];
  if (misses.length > 0) {
    const message = `${misses.length} of its ${n} failures count as misses, since replays found no start of them, and a miss rate of ${alpha} then takes ${needed} failures: every set is the whole attempt. Replay more failures, or accept more misses.`;
    return [{ code: "TOO_SMALL", message }];
  }
  const message = `It was made of ${n} labelled failures, and a miss rate of ${alpha} takes ${needed}: every set is the whole attempt. Label ${needed - n} more, or accept more misses.`;
  return [{ code: "TOO_SMALL", message }];
}

/** Weighed ones aim at what they should; these miss more, and it is known by about how much. */
function unweighed(calibration: Calibration): readonly CalibrationWarning[] {
  const { failures, n } = calibration;
  const planted = failures.filter((failure) => failure.planted === true).length;
  if (planted === 0 || plantedRatesOf(calibration) !== undefined) return [];
  const message = `${planted} of its ${n} failures are planted, and all count alike, since nobody has told how often first attempts succeed. Natural first mistakes lie earlier, so more of them are missed than asked for. Label natural failures and calibrate on them.`;
  return [{ code: "PLANTED", message }];
}

function otherScorer(
  calibration: Calibration,
  attempts: readonly JudgedAttempt[],
): readonly CalibrationWarning[] {
  const latest = latestAttributed(attempts);
  if (latest === undefined || isOfScorer(latest.attribution, calibration)) return [];
  const message = `The latest failure here was scored by another scorer, "${latest.attribution.scorerFingerprint}", and this calibration is for "${calibration.scorerFingerprint}". Run the agent with this calibration, or calibrate the scorer that it runs with.`;
  return [{ code: "OTHER_SCORER", message }];
}

function otherVerifier(
  calibration: Calibration,
  attempts: readonly JudgedAttempt[],
): readonly CalibrationWarning[] {
  const latest = latestAttributed(attempts)?.attribution;
  if (latest?.otherVerifier === undefined || !isMadeWith(latest, calibration)) return [];
  const { actual, calibrated } = latest.otherVerifier;
  const message = `The latest failure here was rejected by another verifier, "${actual}", and this calibration is about failures that "${calibrated}" rejects. Calibrate on failures that the agent's verifier has rejected.`;
  return [{ code: "OTHER_VERIFIER", message }];
}

function drift(calibration: Calibration, scored: readonly ScoredAttempt[]): readonly CalibrationWarning[] {
  const scoresOf = nonconformityOf(calibration);
  const { failures, misses = [] } = calibration;
  const nonconformities = [...failures, ...misses.map((miss) => ({ ...miss, decisiveSteps: [] }))]
    .map((failure) => labelNonconformity(scoresOf(failure), failure))
    .toSorted((a, b) => a - b);
  const fresh = scored
    .flatMap(({ isFresh, label }) => (isFresh && label !== undefined ? [label] : []))
    .toSorted((a, b) => a.at.localeCompare(b.at));
  const { direction, evidence } = driftEvidence(nonconformities, fresh);
  if (evidence < ODDS) return [];
  const what =
    calibration.convention === undefined
      ? "their decisive steps are"
      : "the last starts from which replays recovered them are";
  const how =
    direction === "harder"
      ? `${what} less suspicious to the scorer, so sets miss more of them than they should`
      : `${what} more suspicious to the scorer, so sets are larger than they need to be`;
  const message = `The ${fresh.length} failures labelled since are not like those it was made of: ${how}. Calibrate anew on recent failures. (Fewer than one sound calibration in ${ODDS} ever gets this warning.)`;
  return [{ code: "DRIFT", message }];
}

function stale(
  { calibration, writtenAt }: CalibrationFile,
  attempts: readonly JudgedAttempt[],
): readonly CalibrationWarning[] {
  const latest = latestAttributed(attempts);
  if (
    latest !== undefined &&
    latest.at > (writtenAt ?? "") &&
    isOtherOfScorer(latest.attribution, calibration)
  ) {
    const { n } = latest.attribution;
    const how =
      n === 0
        ? "without a calibration"
        : `with another calibration of the same scorer, of ${n} labelled failures and not ${calibration.n}`;
    const message = `The latest failure here was judged ${how}. Let the agent read this file.`;
    return [{ code: "STALE", message }];
  }
  const labelledAt = attempts.flatMap(({ label, missed }) => (label ?? missed)?.at ?? []);
  const added = labelledAt.filter((at) => at > (writtenAt ?? at)).length;
  if (added < Math.max(FEW_NEW, calibration.n / 2)) return [];
  const message = `${added} failures have been labelled since it was made of ${calibration.n}. Run \`langgraph-rollback calibrate --force\`: with more labels its promise says more.`;
  return [{ code: "STALE", message }];
}

function isOtherOfScorer(
  attribution: NonNullable<JudgedAttempt["attribution"]>,
  calibration: Calibration,
): boolean {
  return isOfScorer(attribution, calibration) && !isMadeWith(attribution, calibration);
}

function latestAttributed(attempts: readonly JudgedAttempt[]) {
  return attempts
    .flatMap(({ at = "", attribution }) => (attribution === undefined ? [] : [{ at, attribution }]))
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .at(-1);
}
