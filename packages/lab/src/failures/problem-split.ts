import { seededOrder } from "@langgraph-rollback/attribution/draws";

import type { SystemTask } from "../systems/system.ts";

/** Problems for each part of an experiment. No problem is in two parts. */
export interface ProblemSplit {
  readonly fit: readonly string[];
  readonly calibrate: readonly string[];
  readonly test: readonly string[];
}

/** Thirds of the problems, drawn by a seed. */
export function splitProblems(problems: readonly string[], seed: number): ProblemSplit {
  const drawn = seededOrder(problems.length, seed).flatMap((index) => problems[index] ?? []);
  const third = Math.floor(drawn.length / 3);
  return {
    fit: drawn.slice(0, third),
    calibrate: drawn.slice(third, 2 * third),
    test: drawn.slice(2 * third),
  };
}

/** Seeds of runs that one calibration of an experiment has for itself. */
const ROUNDS = 1000;

/** Tasks on some problems without end: after the last problem the first one comes again, under another seed. */
export function* tasksOn(problems: readonly string[], seed: number): Generator<SystemTask, void> {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const problem of problems) {
      const runSeed = seed * ROUNDS + round;
      yield { id: `${problem}-seed-${runSeed}`, problem, seed: runSeed };
    }
}
