import { calibrateVerifier, fitPanel, panelScore, rejectionOf } from "@langgraph-rollback/attribution";
import { seededRandom } from "@langgraph-rollback/attribution/conformal";

import { type RatedRun, membersOf, rejects, scoresBy } from "./judged-runs.ts";
import { type ShareFigure, shareTally } from "./share-tally.ts";
import { thirdsByUnit } from "./unit-split.ts";

/** Worth of verdicts. */
export interface VerdictFigures {
  /** Share of right runs that are rejected. */
  readonly rejected: ShareFigure;
  /** Share of wrong runs that are rejected. */
  readonly caught: ShareFigure;
}

/** Worth of the judges, alone or together, as a verifier. */
export interface MeasuredVerdicts {
  /** By their own yes or no, where each of them must say no. */
  readonly uncalibrated: VerdictFigures;
  /** By a calibrated threshold, for each epsilon. */
  readonly calibrated: readonly (VerdictFigures & { readonly epsilon: number })[];
}

/** Values of epsilon to measure, and number of repetitions. */
export interface MeasureVerdictsOptions {
  readonly epsilons: readonly number[];
  readonly splits: number;
  readonly seed: number;
}

/**
 * Measures judges as a calibrated verifier: in each of many random splits into thirds, one third fits the panel, one calibrates it, and one is
 * judged. The same seed gives the same splits for all judges.
 */
export function measureVerdicts(
  runs: readonly RatedRun[],
  judges: readonly string[],
  { epsilons, seed, splits }: MeasureVerdictsOptions,
): MeasuredVerdicts {
  const random = seededRandom(seed);
  const tallies = epsilons.map((epsilon) => ({ epsilon, tally: verdictTally() }));
  for (let split = 0; split < splits; split += 1) {
    const [fitted, calibrating, tested] = thirdsByUnit(runs, random);
    const scored = scorerFrom(fitted, judges, seed);
    const verdicts = calibrating.map((run) => ({ score: scored(run), right: run.right }));
    const calibration = calibrateVerifier(verdicts, { verifier: "panel" });
    for (const { epsilon, tally } of tallies) {
      const { below } = rejectionOf(calibration, { epsilon });
      for (const run of tested) tally.add(run, scored(run) < below);
    }
  }
  const alone = verdictTally();
  for (const run of runs)
    alone.add(
      run,
      judges.every((judge) => rejects(judge, run) === true),
    );
  return {
    uncalibrated: alone.figures(),
    calibrated: tallies.map(({ epsilon, tally }) => ({ epsilon, ...tally.figures() })),
  };
}

function scorerFrom(
  fitted: readonly RatedRun[],
  judges: readonly string[],
  seed: number,
): (run: RatedRun) => number {
  const scoresOf = (run: RatedRun) => judges.flatMap((judge) => scoresBy(judge, run));
  const labelled = fitted.map((run) => ({ scores: scoresOf(run), right: run.right }));
  const model = fitPanel(judges.flatMap(membersOf), labelled, { seed });
  return (run) => panelScore(model, scoresOf(run));
}

interface VerdictTally {
  readonly add: (run: RatedRun, isRejected: boolean) => void;
  readonly figures: () => VerdictFigures;
}

function verdictTally(): VerdictTally {
  const [right, wrong] = [shareTally(), shareTally()];
  return {
    add: (run, isRejected) => (run.right ? right : wrong).add(run.unit, isRejected),
    figures: () => ({ rejected: right.figure(), caught: wrong.figure() }),
  };
}
