import { bootstrapInterval, mcnemar } from "@langgraph-rollback/attribution/conformal/evaluation";

import {
  type Figure,
  mean,
  overGroups,
  overProblems,
  type PairedFigure,
  ratioOverProblems,
} from "../figure.ts";
import type { TriedFailure } from "./tried-failure.ts";

/** Results of an arm on failed runs, with at most so many rollbacks. */
export interface ArmFigures {
  readonly arm: string;
  readonly rollbacks: number;
  /** Share of runs whose result is right in the end. The error is over problems. */
  readonly success: Figure;
  /** Share of runs whose first start lies at or before the first mistake; null without rollback. The error is over calibrations. */
  readonly reach: Figure | null;
  /** Steps that ran again, of the steps of the failed runs. The error is over problems. */
  readonly redone: Figure;
  /** Steps that ran again, mean of a run. */
  readonly steps: number;
  /** Steps that ran again, of those of restarting with as many rollbacks. The error is over problems. */
  readonly stepsOfRestart: Figure;
  /** Tokens read and written after the failure, mean of a run with all its rollbacks. */
  readonly tokens: number;
  /** Success less that of restarting with the trace, with as many rollbacks. */
  readonly againstRestart: PairedFigure;
  /** Success less that of going back to the most suspicious step. */
  readonly againstTopOne: PairedFigure;
}

interface Within {
  readonly ok: boolean;
  readonly steps: number;
}

/** Of the bootstrap. */
const SEED = 17;

/** Outcome of a run after so many rollbacks. */
function within(failure: TriedFailure, arm: string, rollbacks: number): Within {
  const run = failure.arms[arm];
  const done = (run?.rollbacks ?? []).slice(0, rollbacks);
  return {
    ok: done.length === 0 ? run?.ok === true : done.some(({ ok }) => ok),
    steps: done.reduce((sum, { redone }) => sum + redone, 0),
  };
}

/** Whether each run's result is right after so many rollbacks. */
export const successes = (
  failures: readonly TriedFailure[],
  arm: string,
  rollbacks: number,
): readonly boolean[] => failures.map((failure) => within(failure, arm, rollbacks).ok);

/** Figures of one arm. Every arm has the same failures, so that runs are paired. */
export function armFigures(failures: readonly TriedFailure[], arm: string, rollbacks: number): ArmFigures {
  const runs = failures.map((failure) => within(failure, arm, rollbacks));
  const right = runs.map(({ ok }) => ok);
  const problems = failures.map(({ problem }) => problem);
  const steps = runs.map((run) => run.steps);
  return {
    arm,
    rollbacks,
    success: overProblems(right.map(Number), problems),
    reach: reachOf(failures, arm),
    redone: ratioOverProblems(
      steps,
      failures.map((failure) => failure.steps),
      problems,
    ),
    steps: mean(steps),
    stepsOfRestart: ratioOverProblems(
      steps,
      failures.map((failure) => within(failure, "restart", rollbacks).steps),
      problems,
    ),
    tokens: mean(failures.map((failure) => failure.arms[arm]?.tokens ?? 0)),
    againstRestart: paired(right, successes(failures, "restart", rollbacks), problems),
    againstTopOne: paired(right, successes(failures, "top one", rollbacks), problems),
  };
}

function reachOf(failures: readonly TriedFailure[], arm: string): Figure | null {
  const starts = failures.map((failure) => failure.arms[arm]?.rollbacks[0]?.start);
  if (starts.every((start) => start === undefined)) return null;
  const reached = failures.map(({ mistake }, at) => Number((starts[at] ?? 0) <= mistake));
  return overGroups(
    reached,
    failures.map(({ calibration }) => calibration),
  );
}

/** The first less the second. */
function paired(
  first: readonly boolean[],
  second: readonly boolean[],
  problems: readonly string[],
): PairedFigure {
  const differences = first.map((right, at) => Number(right) - Number(second[at]));
  return {
    difference: mean(differences),
    interval: bootstrapInterval(differences, SEED, problems) ?? { lower: -1, upper: 1 },
    p: mcnemar(first, second).p,
  };
}
