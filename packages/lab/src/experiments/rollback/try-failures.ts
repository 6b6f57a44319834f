import type { Arm } from "../../arms/arm.ts";
import { learn } from "../../arms/learn.ts";
import { ARMS_WITH_SETS, ARMS_WITHOUT_SETS } from "../../arms/rollback-arms.ts";
import { type ArmRun, runArm } from "../../arms/run-arm.ts";
import { plantEach, plantFailures, type PlantingChoice } from "../../failures/plant-failures.ts";
import { splitProblems, tasksOn } from "../../failures/problem-split.ts";
import type { Variant } from "../../failures/variant.ts";
import type { System } from "../../systems/system.ts";
import { armAt, type TriedFailure } from "./tried-failure.ts";

/** One calibration of the experiment. */
export interface TrySetting {
  readonly variant: Variant;
  /** Number of the calibration: it decides the parts of the problems and all seeds. */
  readonly calibration: number;
  readonly alphas: readonly number[];
  /** Failures of each part. */
  readonly size: { readonly fit: number; readonly calibrate: number; readonly test: number };
}

/** Arms in which failures are tried, and what is known of them already. */
export interface Tries {
  readonly arms: readonly string[];
  /** Tasks that are run at the most for each failure that is wanted. */
  readonly tasksEach: number;
  /** A failure that was tried in an earlier run, by its place among those that are tried. */
  readonly known: (at: number) => TriedFailure | undefined;
  /** Awaited before the next failure. */
  readonly onTried: (at: number, tried: TriedFailure) => Promise<void>;
}

const ALL: Tries = {
  arms: [...ARMS_WITHOUT_SETS, ...ARMS_WITH_SETS].map(({ name }) => name),
  tasksEach: Number.POSITIVE_INFINITY,
  known: () => undefined,
  onTried: () => Promise.resolve(),
};

/**
 * Plants failures on three disjoint parts of the problems, learns from two of them, and tries each failure of the third in every arm.
 *
 * @throws {RangeError} if there is no miss rate
 * @throws {TooFewFailuresError} if too few runs fail
 */
export async function tryFailures(
  system: System,
  { variant, calibration, alphas, size }: TrySetting,
  tries: Tries = ALL,
): Promise<readonly TriedFailure[]> {
  const seed = calibration;
  const parts = splitProblems(system.problems, seed);
  const choiceOf = (part: keyof TrySetting["size"]): PlantingChoice => ({ variant, count: size[part], seed });
  const tasksOf = (part: keyof TrySetting["size"]) =>
    firstOf(tasksOn(parts[part], seed), tries.tasksEach * size[part]);
  const [first, ...others] = await learn(
    await plantFailures(system, tasksOf("fit"), choiceOf("fit")),
    await plantFailures(system, tasksOf("calibrate"), choiceOf("calibrate")),
    { alphas, seed },
  );
  if (first === undefined) throw new RangeError("Expected at least one miss rate, got none.");
  const isTried = ({ name }: Arm): boolean => tries.arms.includes(name);
  const tried: TriedFailure[] = [];
  for await (const run of plantEach(system, tasksOf("test"), choiceOf("test"))) {
    const known = tries.known(tried.length);
    if (known !== undefined) {
      tried.push(known);
      continue;
    }
    const arms: Record<string, ArmRun> = {};
    for (const arm of ARMS_WITHOUT_SETS.filter(isTried))
      arms[arm.name] = await runArm(system, arm.options(first, run), run);
    for (const learnt of [first, ...others])
      for (const arm of ARMS_WITH_SETS.filter(isTried))
        arms[armAt(arm.name, learnt.alpha)] = await runArm(system, arm.options(learnt, run), run);
    const { label, steps } = run.trajectory;
    const failure: TriedFailure = {
      problem: run.task.problem,
      calibration,
      steps: steps.length,
      mistake: label.decisiveStep,
      arms,
    };
    await tries.onTried(tried.length, failure);
    tried.push(failure);
  }
  return tried;
}

function* firstOf<Value>(values: Iterable<Value>, count: number): Generator<Value, void> {
  let left = count;
  for (const value of values) {
    if (left <= 0) return;
    left -= 1;
    yield value;
  }
}
