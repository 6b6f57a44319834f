import { labelsNeeded } from "../conformal/index.ts";

import { calibrateVerifier } from "../verdicts/calibrate-verifier.ts";
import { caughtShare } from "../verdicts/caught-share.ts";
import type { AdvisedRuns, RecordedAdvice } from "./advised-runs.ts";
import type { JudgedRun } from "./judged-run.ts";
import { counted, leastFrom, MOST } from "./more-needed.ts";
import { shareOf } from "./pilot-share.ts";
import { type CalibratedFigures, labelledOf } from "./threshold-figures.ts";

/** Share of right runs that may be rejected, unless a calibration says another: more than this, beyond doubt, is too many. */
const TOLERATED = 0.05;
/** By how much more cannot be ruled out where it is not known whether too many are. */
const DOUBTFUL = 0.1;

/** Advice where too many right runs are rejected, beyond doubt. */
export function tooManyRejected(about: AdvisedRuns): RecordedAdvice | undefined {
  const { calibrated, figures, runs } = about;
  const { count, interval, of } = figures.falseRejections;
  if (interval.lower <= toleratedBy(about)) return undefined;
  const seen = `it rejected ${count} of ${counted(of, "right run")}`;
  if (calibrated !== undefined) return heldToIt(calibrated, seen, runs);
  if (runs.every(({ score }) => score === undefined))
    return {
      kind: "better-verifier",
      sentence: `Improve the verifier, or give it scores to calibrate: ${seen}.`,
    };
  const epsilon = [TOLERATED, 2 * TOLERATED].find((each) => of >= labelsNeeded(each));
  if (epsilon === undefined) return labelRight(about, labelsNeeded(2 * TOLERATED), seen);
  const caught = caughtShare(calibrateVerifier(labelledOf(runs), { verifier: "here", epsilon }));
  const rest =
    caught === undefined
      ? ""
      : `; calibrated so, it would reject ${caught.caught} of ${counted(caught.wrong, "wrong run")}`;
  return {
    kind: "calibrate",
    epsilon,
    sentence: `Calibrate the verifier at epsilon ${epsilon}: ${seen}${rest}.`,
  };
}

/** Advice where there is a calibration: the agent runs with it, and it no longer holds, or runs without it. */
function heldToIt({ epsilon }: CalibratedFigures, seen: string, runs: readonly JudgedRun[]): RecordedAdvice {
  if (runs.some(({ scoredBy }) => scoredBy !== undefined))
    return {
      kind: "calibrate-anew",
      sentence: `Calibrate the verifier anew: ${seen}, more than its epsilon of ${epsilon} promises.`,
    };
  return {
    kind: "calibrate",
    epsilon,
    sentence: `Give the agent the calibrated verifier, at epsilon ${epsilon}: without calibration ${seen}.`,
  };
}

/** Share of right runs that may be rejected. */
const toleratedBy = ({ calibrated }: AdvisedRuns): number => calibrated?.epsilon ?? TOLERATED;

/** Advice where it is not known whether too many right runs are rejected. */
export function moreLabels(about: AdvisedRuns): RecordedAdvice | undefined {
  const { count, of } = about.figures.falseRejections;
  const tolerated = toleratedBy(about);
  const isKnown = (right: number): boolean => {
    if (right === 0) return false;
    const { lower, upper } = shareOf(of === 0 ? 0 : Math.round((count / of) * right), right).interval;
    return lower > tolerated || upper <= tolerated + DOUBTFUL;
  };
  if (isKnown(of)) return undefined;
  const seen =
    of === 0
      ? "no run is labelled right"
      : `it rejected ${count} of ${counted(of, "right run")}, which may be chance`;
  return labelRight(about, leastFrom(of + 1, isKnown), seen);
}

/** How many labels give so many right runs, if their share stays the same. */
function labelRight({ figures, runs }: AdvisedRuns, right: number, seen: string): RecordedAdvice {
  const { falseRejections, misses } = figures;
  const labelled = falseRejections.of + misses.of;
  const share = labelled === 0 || falseRejections.of === 0 ? 1 : falseRejections.of / labelled;
  const more = Math.min(MOST, Math.ceil((right - falseRejections.of) / share));
  const toCome = more - (runs.length - labelled);
  const observe = toCome > 0 ? `, ${toCome} of them yet to be observed,` : "";
  return {
    kind: "label-more",
    more,
    sentence: `Label ${counted(more, "more run")}${observe} to know how often the verifier rejects right runs: ${seen}.`,
  };
}
