import { type Policy, restart } from "langgraph-rollback/policies";
import { simulateRollbacks, type SimulatedRun } from "langgraph-rollback/testing";

import { mean, overGroups } from "../figure.ts";
import { PRICE, SWEEP_POLICIES } from "../sweeps/sweep-arms.ts";
import type { ChoiceArm, ChoiceCell, MeasuredCell } from "./choice-cell.ts";

/** Of the demo: a mistake is made again although the note shows it. */
const REPEAT_RATE = 0.1;
const ALPHA = 0.1;
const LABELS = 100;

/** How much higher the logarithm of the mistake's score is, by AUROC: sqrt(2) times the normal quantile. */
const SIGNALS: Readonly<Record<number, number>> = {
  0.5: 0,
  0.6: 0.358,
  0.7: 0.742,
  0.8: 1.19,
  0.9: 1.812,
  0.97: 2.66,
};

export const AUROCS: readonly number[] = Object.keys(SIGNALS).map(Number);

/** Settings of the runs that are played in a cell. */
export interface CellPlay extends ChoiceCell {
  /** Calibrations, each with failures of its own. */
  readonly calibrations: number;
  /** Failed runs of a calibration. */
  readonly runs: number;
  readonly seed: number;
}

/** Plays every policy on the same simulated failures. */
export function measureCell({ auroc, calibrations, failing, length, runs, seed }: CellPlay): MeasuredCell {
  const simulation = {
    // A run of so many steps then fails so often.
    rates: { errorRate: 1 - (1 - failing) ** (1 / length), repeatRate: REPEAT_RATE },
    signal: SIGNALS[auroc] ?? 0,
    lengths: [length, length],
    labels: LABELS,
    alpha: ALPHA,
    runs,
  } as const;
  const seeds = Array.from({ length: calibrations }, (_, at) => (seed * calibrations + at) * (runs + 1));
  const play = (policy: Policy): readonly SimulatedRun[] =>
    seeds.flatMap((each) => simulateRollbacks(policy, { ...simulation, seed: each }));
  const restarts = play(restart()).map(costOf);
  const arms = Object.entries(SWEEP_POLICIES).map(([name, policy]): ChoiceArm => {
    const played = play(policy(ALPHA));
    const differences = played.map((run, at) => costOf(run) - (restarts[at] ?? 0));
    const groups = played.map((_, at) => Math.floor(at / runs));
    return {
      policy: name,
      recovered: mean(played.map(({ recovered }) => Number(recovered))),
      redone: mean(played.map((run) => run.redone / run.length)),
      cost: mean(played.map(costOf)),
      against: overGroups(differences, groups),
    };
  });
  return { auroc, failing, length, arms };
}

const costOf = ({ length, recovered, redone }: SimulatedRun): number =>
  redone / length + (recovered ? 0 : PRICE);
