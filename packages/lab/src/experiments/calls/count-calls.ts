import { attribute, attributeLazily, calibrate } from "@langgraph-rollback/attribution";
import type { ConformalMethod } from "@langgraph-rollback/attribution/conformal";

import type { Variant } from "../../failures/variant.ts";
import { drawnLengths } from "../../simulated/labelled-length.ts";
import type { SimulatedScorer } from "../../simulated/simulated-scorer.ts";
import { simulatedTrajectories } from "../../simulated/simulated-trajectories.ts";
import { type Figure, overGroups } from "../figure.ts";

/** Settings of one count. */
export interface CallsJob {
  readonly method: ConformalMethod;
  readonly variant: Variant;
  readonly scorer: SimulatedScorer;
  /** Numbers of steps, each as likely as the others; default those of the paper's mean. */
  readonly lengths?: readonly number[];
  /** Calibrations, each with failures of its own. */
  readonly calibrations: number;
  readonly seed: number;
}

/** Scorer calls that attributing one failure takes. */
export interface CallsFigures extends Omit<CallsJob, "scorer" | "seed" | "calibrations"> {
  readonly scorer: string;
  /** Mean with its standard error over calibrations. */
  readonly calls: Figure;
  /** Share of the steps that are scored. */
  readonly share: number;
}

/** Tolerated miss rate of the paper's table. */
const ALPHA = 0.2;
/** As many calibrate as are attributed. */
const HALF = 100;

/** Counts the calls of a scorer that is paid by the step, as `attributeLazily` makes them for the methods that can stop early. */
export async function countCalls({ calibrations, scorer, seed, ...shape }: CallsJob): Promise<CallsFigures> {
  const calls: number[] = [];
  let [steps, scored] = [0, 0];
  for (let calibration = 0; calibration < calibrations; calibration += 1) {
    const counted = await countOnce({ ...shape, scorer, seed: seed * calibrations + calibration });
    calls.push(counted.scored / HALF);
    steps += counted.steps;
    scored += counted.scored;
  }
  return {
    ...shape,
    scorer: scorer.name,
    calls: overGroups(calls, [...calls.keys()]),
    share: scored / steps,
  };
}

async function countOnce({
  lengths,
  method,
  scorer: simulated,
  seed,
  variant,
}: Omit<CallsJob, "calibrations">) {
  const failures = drawnLengths(variant, {
    count: 2 * HALF,
    seed,
    ...(lengths === undefined ? {} : { lengths }),
  });
  const { calls, scorer, trajectories } = simulatedTrajectories(failures, simulated, seed);
  const calibration = await calibrate(trajectories.slice(0, HALF), { scorer, method, alpha: ALPHA });
  const fresh = trajectories.slice(HALF);
  const before = calls();
  for (const trajectory of fresh) {
    if (method === "left" || method === "right") await attributeLazily(trajectory, { scorer, calibration });
    else await attribute(trajectory, { scorer, calibration });
  }
  return {
    scored: calls() - before,
    steps: fresh.reduce((sum, trajectory) => sum + trajectory.steps.length, 0),
  };
}
