import {
  type Calibration,
  fitAndCalibrate,
  fitLogitScorer,
  type PilotFigures,
  pilotFigures,
  type PilotTask,
} from "@langgraph-rollback/attribution";
import { seededOrder } from "@langgraph-rollback/attribution/draws";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import type { PilotedRun } from "langgraph-rollback/pilot";
import { countFirstAttempts, type PlantedRun } from "langgraph-rollback/faults";
import type { Problem } from "../problems/problem.ts";

/** How much is run. */
export interface TrialSize {
  /** Runs to plant faults into. */
  readonly plant: number;
  /** Fresh runs. */
  readonly fresh: number;
}

/** A problem to work on once. */
export interface TrialTask {
  readonly id: string;
  readonly problem: Problem;
  /** Of the run, for the model. */
  readonly seed: number;
}

/** Options of `withRollback` that a trial decides. */
export interface TrialOptions {
  /** Without one, every rollback is a restart. */
  readonly calibration?: Calibration;
  /** Counts, so that a trial that is run again has the same threads. */
  readonly ids: () => string;
}

/** A system's ways of running tasks. */
export interface TriedSystem {
  /** Plants a fault into a run of each task. */
  readonly plant: (tasks: readonly TrialTask[]) => AsyncIterable<PlantedRun>;
  /** Runs each task with rollback. */
  readonly pilot: (tasks: readonly TrialTask[], options: TrialOptions) => AsyncIterable<PilotedRun>;
}

export interface RollbackTrial {
  /** Runs that a fault was to be planted into. */
  readonly planted: number;
  /** Those that failed for it. */
  readonly labelled: number;
  /** Labelled failures that the sets were calibrated on; 0 where there were too few to calibrate. */
  readonly calibrated: number;
  /** All fresh runs with rollback; their first attempts are the bare system. */
  readonly rollback: PilotFigures;
  /** Those that failed at first, each rollback a restart. */
  readonly restart: PilotFigures;
}

/** Tolerated miss rate of the sets: with so few labels a smaller one bounds nothing. */
const ALPHA = 0.2;

/**
 * Runs a system with and without rollback on half of the problems, calibrated on faults that are planted into runs on the other half.
 *
 * @param seed decides which half is which, and is the runs' first seed
 */
export async function tryRollback(
  problems: readonly Problem[],
  { plant, pilot }: TriedSystem,
  size: TrialSize,
  seed: number,
): Promise<RollbackTrial> {
  const shuffled = seededOrder(problems.length, seed).flatMap((at) => problems[at] ?? []);
  const half = Math.floor(shuffled.length / 2);
  const planted = await all(plant(tasksOn(shuffled.slice(0, half), size.plant, seed)));
  const labelled = planted.flatMap((run) => (run.status === "labelled" ? [run.trajectory] : []));
  const calibration = await calibrated(labelled, planted, seed);
  const fresh = tasksOn(shuffled.slice(half), size.fresh, seed);
  const runs = await all(pilot(fresh, { ids: counter(), ...(calibration && { calibration }) }));
  const failed = fresh.filter((_, at) => resultOf(runs[at])?.right === false);
  const restarted = await all(pilot(failed, { ids: counter() }));
  return {
    planted: planted.length,
    labelled: labelled.length,
    calibrated: calibration?.n ?? 0,
    rollback: pilotFigures(runs.flatMap((run) => resultOf(run) ?? [])),
    restart: pilotFigures(restarted.flatMap((run) => resultOf(run) ?? [])),
  };
}

const resultOf = (run: PilotedRun | undefined): PilotTask | undefined =>
  run?.status === "done" ? run.result : undefined;

/** The first so many problems; where there are fewer, they come round again under the next seed. */
function tasksOn(problems: readonly Problem[], count: number, seed: number): readonly TrialTask[] {
  return Array.from({ length: count }, (_, at) => at).flatMap((at): readonly TrialTask[] => {
    const problem = problems[at % problems.length];
    const own = seed + Math.floor(at / problems.length);
    return problem === undefined ? [] : [{ id: `${problem.id}-seed-${own}`, problem, seed: own }];
  });
}

async function calibrated(
  labelled: readonly LabelledTrajectory[],
  planted: readonly PlantedRun[],
  seed: number,
): Promise<Calibration | undefined> {
  if (labelled.length < 2) return undefined;
  const { calibration } = await fitAndCalibrate(labelled, {
    fit: (part) => fitLogitScorer(part, { seed }),
    seed,
    alpha: ALPHA,
    method: "suffix",
    // By how often first attempts succeed, planted labels count as natural failures are distributed.
    firstAttempts: countFirstAttempts(planted),
  });
  return calibration;
}

function counter(): () => string {
  let count = 0;
  return () => String((count += 1));
}

async function all<T>(results: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const result of results) list.push(result);
  return list;
}
