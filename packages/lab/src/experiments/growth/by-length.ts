import { attribute, calibrate, fitLogitScorer, setsOf } from "@langgraph-rollback/attribution";
import { sampleTrajectories } from "@langgraph-rollback/attribution/testing";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import { costOfEach } from "./cost-of.ts";
import type { Measurements } from "./series.ts";

const FITTED = 60;
const CALIBRATED = 100;
const METHODS = ["suffix", "interval", "list"] as const;
const ALPHA = 0.2;
/** Steps of a round at the least: short trajectories are attributed more often. */
const LEAST_STEPS = 2000;
const LEAST_CALLS = 5;
/** A set is made in microseconds. */
const SETS_A_CALL = 50;

/** Attributes trajectories of growing length by the local scorer, and makes each kind of set from its scores. */
export async function growByLength(
  trajectories: ReadonlyMap<number, Trajectory>,
  { rounds, seed }: { readonly rounds: number; readonly seed: number },
  { add }: Measurements,
): Promise<void> {
  const scorer = fitLogitScorer(sampleTrajectories(FITTED, seed), { seed });
  const labelled = sampleTrajectories(CALIBRATED, seed + 1);
  const calibration = await calibrate(labelled, { scorer, alpha: ALPHA });
  for (let round = 0; round < rounds; round += 1)
    for (const [size, trajectory] of trajectories) {
      const calls = Math.max(LEAST_CALLS, Math.ceil(LEAST_STEPS / size));
      const note = (operation: string, value: number): void =>
        add({ operation, dimension: "steps", unit: "milliseconds" }, size, value);
      // The scorer remembers a trajectory object that it has read.
      const anew = (): Trajectory => ({ ...trajectory });
      note(
        "attributing",
        await costOfEach("processor", calls, () => attribute(anew(), { scorer, calibration })),
      );
      const stepScores = await scorer.score(trajectory);
      for (const method of METHODS) {
        const sets = setsOf({ ...calibration, method }, ALPHA);
        note(
          `set, ${method}`,
          await costOfEach("processor", SETS_A_CALL * calls, async () => sets.setOf({ stepScores, draw: 1 })),
        );
      }
    }
}
