import type { Problem } from "@langgraph-rollback/example-simulation";
import { seededOrder } from "@langgraph-rollback/attribution/draws";

/** A problem for the team to work on once. */
export interface TeamTask {
  /** Also the id of its thread. */
  readonly id: string;
  readonly problem: Problem;
  /** Of the run, for the model. */
  readonly seed: number;
}

/** Both parts of an experiment, which share no problem. */
export interface TaskDivision {
  readonly calibration: readonly TeamTask[];
  readonly fresh: readonly TeamTask[];
}

/** Rounds over the problems that one seed of the demo has seeds of runs for. */
const ROUNDS = 1000;

/**
 * Half of the problems, drawn by the seed, calibrate and the others are fresh, so that nothing which was learnt from a
 * problem is ever tried on it. Where more runs are wanted than there are problems they come round again under new
 * seeds, in the same order.
 */
export function divideProblems(
  problems: readonly Problem[],
  count: { readonly calibrate: number; readonly problems: number; readonly seed: number },
): TaskDivision {
  const shuffled = seededOrder(problems.length, count.seed).flatMap((index) => problems[index] ?? []);
  const half = Math.floor(shuffled.length / 2);
  return {
    calibration: tasksOn(shuffled.slice(0, half), count.calibrate, count.seed),
    fresh: tasksOn(shuffled.slice(half), count.problems, count.seed),
  };
}

function tasksOn(problems: readonly Problem[], count: number, seed: number): readonly TeamTask[] {
  return Array.from({ length: count }, (_, at) => at).flatMap((at): readonly TeamTask[] => {
    const problem = problems[at % problems.length];
    const runSeed = seed * ROUNDS + Math.floor(at / problems.length);
    return problem === undefined ? [] : [{ id: `${problem.id}-seed-${runSeed}`, problem, seed: runSeed }];
  });
}

/** How many different problems the tasks are about. */
export function distinctProblems(tasks: readonly TeamTask[]): number {
  return new Set(tasks.map(({ problem }) => problem.id)).size;
}
