import {
  type Calibration,
  calibrate,
  fitLogitScorer,
  type StepScorer,
} from "@langgraph-rollback/attribution";

import type { Failures } from "../failures/failed-run.ts";
import type { Learnt } from "./arm.ts";
import { METHODS } from "./rollback-arms.ts";

/** Fits the local scorer on some failures, and calibrates each way to make sets on others. */
export async function learn(
  fitting: Failures,
  calibrating: Failures,
  { alphas, seed }: { readonly alphas: readonly number[]; readonly seed: number },
): Promise<readonly Learnt[]> {
  const fitted = fitLogitScorer(
    fitting.failed.map(({ trajectory }) => trajectory),
    { seed },
  );
  const scorer = scoredOnce(fitted);
  const labelled = calibrating.failed.map(({ trajectory }) => trajectory);
  const history = { firstAttempts: calibrating.firstAttempts, redos: [] };
  const learnt: Learnt[] = [];
  for (const alpha of alphas) {
    const calibrations = new Map<string, Calibration>();
    for (const method of METHODS)
      calibrations.set(method, await calibrate(labelled, { scorer, alpha, method }));
    learnt.push({ alpha, scorer, calibrations, history });
  }
  return learnt;
}

const REMEMBERED = 1000;

/** Scores each run once, whichever arm asks. */
function scoredOnce(scorer: StepScorer): StepScorer {
  const known = new Map<string, Promise<readonly number[]>>();
  const score: StepScorer["score"] = (trajectory, signal) => {
    const before = known.get(trajectory.id);
    if (before !== undefined) return before;
    const scores = scorer.score(trajectory, signal);
    if (known.size >= REMEMBERED) known.clear();
    known.set(trajectory.id, scores);
    return scores;
  };
  return { ...scorer, score };
}
