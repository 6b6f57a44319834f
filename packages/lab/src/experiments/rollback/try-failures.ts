import { learn } from "../../arms/learn.ts";
import { ARMS_WITH_SETS, ARMS_WITHOUT_SETS } from "../../arms/rollback-arms.ts";
import { type ArmRun, runArm } from "../../arms/run-arm.ts";
import { plantFailures } from "../../failures/plant-failures.ts";
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

/**
 * Plants failures on three disjoint parts of the problems, learns from two of them, and tries each failure of the third in every arm.
 *
 * @throws {RangeError} if there is no miss rate
 */
export async function tryFailures(
  system: System,
  { variant, calibration, alphas, size }: TrySetting,
): Promise<readonly TriedFailure[]> {
  const seed = calibration;
  const parts = splitProblems(system.problems, seed);
  const planted = (part: keyof TrySetting["size"]) =>
    plantFailures(system, tasksOn(parts[part], seed), { variant, count: size[part], seed });
  const [first, ...others] = await learn(await planted("fit"), await planted("calibrate"), { alphas, seed });
  if (first === undefined) throw new RangeError("Expected at least one miss rate, got none.");
  const tried: TriedFailure[] = [];
  for (const run of (await planted("test")).failed) {
    const arms: Record<string, ArmRun> = {};
    for (const arm of ARMS_WITHOUT_SETS) arms[arm.name] = await runArm(system, arm.options(first, run), run);
    for (const learnt of [first, ...others])
      for (const arm of ARMS_WITH_SETS)
        arms[armAt(arm.name, learnt.alpha)] = await runArm(system, arm.options(learnt, run), run);
    const { label, steps } = run.trajectory;
    tried.push({
      problem: run.task.problem,
      calibration,
      steps: steps.length,
      mistake: label.decisiveStep,
      arms,
    });
  }
  return tried;
}
