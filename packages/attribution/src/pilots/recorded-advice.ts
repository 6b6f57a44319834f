import { clopperPearson } from "../conformal/index.ts";

import type { AdvisedRuns, RecordedAdvice } from "./advised-runs.ts";
import { moreLabels, tooManyRejected } from "./false-rejection-advice.ts";
import { counted, leastFrom } from "./more-needed.ts";
import { LEAST_GAIN } from "./pilot-advice.ts";
import { shareOf } from "./pilot-share.ts";
import { isBeyondChance } from "./sign-test.ts";

/** Odds against chance from which drift is spoken of. */
const ODDS = 20;
/** Width of the interval from which on it is known how often the verifier rejects. */
const KNOWN = 0.2;

/** The advice about one verifier, by the first rule that applies. */
export function recordedAdvice(about: AdvisedRuns): RecordedAdvice {
  return (
    drifted(about) ??
    changedResults(about) ??
    smallGain(about) ??
    tooManyRejected(about) ??
    moreRuns(about) ??
    moreLabels(about) ??
    returnedLabels(about) ??
    pilotOn(about)
  );
}

function drifted({ calibrated }: AdvisedRuns): RecordedAdvice | undefined {
  if (calibrated === undefined || calibrated.drift.evidence < ODDS) return undefined;
  const [how, so] =
    calibrated.drift.direction === "harder"
      ? ["lower", "more of them are rejected than promised"]
      : ["higher", "it rejects fewer wrong runs than it could"];
  return {
    kind: "calibrate-anew",
    sentence: `Calibrate the verifier anew: the ${calibrated.right} right runs labelled here score ${how} than those that calibrated it, so that ${so}.`,
  };
}

function changedResults({ figures: { recovered, spoilt } }: AdvisedRuns): RecordedAdvice | undefined {
  const changes = changesIn(recovered.count, spoilt.count, recovered.of + spoilt.of);
  if (isBeyondChance(recovered.count, spoilt.count))
    return { kind: "on", sentence: `Leave rollback on: ${changes}.` };
  if (isBeyondChance(spoilt.count, recovered.count))
    return { kind: "off", sentence: `Leave rollback off: ${changes}.` };
  return undefined;
}

const changesIn = (recovered: number, spoilt: number, of: number): string =>
  `it recovered ${recovered} and spoilt ${spoilt} of the ${counted(of, "run")} labelled before and after it`;

/** Rollback makes no more runs right than are rejected, and no more than are wrong and rejected. */
function smallGain({ exceptions, figures }: AdvisedRuns): RecordedAdvice | undefined {
  const { falseRejections, misses, rejected, runs } = figures;
  const labelled = misses.of + falseRejections.of;
  const caught = misses.of - misses.count;
  const isSmall = (count: number, of: number): boolean =>
    of > 0 && clopperPearson(count, of, 0.8).upper < LEAST_GAIN;
  if (
    !isSmall(rejected.count + exceptions, runs + exceptions) &&
    !isSmall(caught + exceptions, labelled + exceptions)
  )
    return undefined;
  if (misses.interval.lower > 0.5)
    return {
      kind: "other-verifier",
      sentence: `Take another verifier: this one accepted ${misses.count} of ${counted(misses.of, "wrong run")}.`,
    };
  const why =
    labelled > 0 && isSmall(caught + exceptions, labelled + exceptions)
      ? `of ${counted(labelled, "labelled run")}, ${caught} ${caught === 1 ? "was" : "were"} wrong and rejected`
      : `the verifier rejected ${rejected.count} of ${counted(runs, "run")}`;
  return {
    kind: "off",
    sentence: `Leave rollback off: ${why}, so that it could make less than ${LEAST_GAIN * 100} % of runs right.`,
  };
}

function moreRuns({ figures: { made, rejected, runs } }: AdvisedRuns): RecordedAdvice | undefined {
  const isKnown = (of: number): boolean => {
    const { lower, upper } = shareOf(Math.round((rejected.count / runs) * of), of).interval;
    return upper - lower <= KNOWN;
  };
  if (isKnown(runs)) return undefined;
  const more = leastFrom(runs + 1, isKnown) - runs;
  return {
    kind: "observe-more",
    more,
    sentence: `${made.runs.count === 0 ? "Observe" : "Record"} ${counted(more, "more run")} to know how often rollback acts: the verifier rejected ${rejected.count} of ${runs}.`,
  };
}

function returnedLabels({ figures: { returnedToLabel } }: AdvisedRuns): RecordedAdvice | undefined {
  if (returnedToLabel === 0) return undefined;
  const which =
    returnedToLabel === 1
      ? "the returned result of 1 run"
      : `the returned results of ${returnedToLabel} runs`;
  return {
    kind: "label-returned",
    more: returnedToLabel,
    sentence: `Label ${which} that rollback changed: only their first attempts are labelled.`,
  };
}

function pilotOn({ figures: { made, recovered, spoilt } }: AdvisedRuns): RecordedAdvice {
  const twice = recovered.of + spoilt.of;
  const why =
    twice > 0
      ? `${changesIn(recovered.count, spoilt.count, twice)}, which may be chance`
      : made.runs.count > 0
        ? "no run that was rolled back is labelled before and after it"
        : "runs that are only observed cannot show what rollback recovers and spoils";
  return { kind: "pilot", sentence: `Run a pilot on tasks whose right results are known: ${why}.` };
}
