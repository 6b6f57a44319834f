import { labelsNeeded } from "../conformal/index.ts";
import { calibrateRecovery } from "../recovery/calibrate-recovery.ts";
import type { RecoveryCalibration } from "../recovery/recovery-calibration.ts";
import type { LearningState, RunEntry } from "./learning-entry.ts";

/** A promise is counted anew once there are so many times as many runs. */
const GROWTH = 1.5;

/** Runs under the version in force and under the procedure of the latest of them, oldest first: only these tell of it. */
export function runsUnder({ version }: LearningState, runs: readonly RunEntry[]): readonly RunEntry[] {
  const own = runs.filter(({ learntBy }) => learntBy === version.id);
  const procedure = own.at(-1)?.procedure;
  return own.filter((run) => run.procedure === procedure);
}

/**
 * Recovery of the runs under the version in force, if it is time to count them: enough of them for a promise at `alpha`, and half as many again as the last time.
 */
export function countedRecovery(
  state: LearningState,
  runs: readonly RunEntry[],
  alpha: number,
): RecoveryCalibration | undefined {
  const audited = runsUnder(state, runs).filter((run) => run.audited);
  const [first] = audited;
  if (first === undefined || first.maxRollbacks < 1 || alpha === 0) return undefined;
  const { maxRollbacks, procedure } = first;
  const { promise } = state;
  const before = promise?.procedure === procedure && promise.alpha === alpha ? promise.n : 0;
  if (audited.length < Math.max(labelsNeeded(alpha), Math.ceil(before * GROWTH))) return undefined;
  const counted = audited.map(({ recoveredBy, run }) => ({
    run,
    ...(recoveredBy === undefined || recoveredBy > maxRollbacks ? {} : { recoveredBy }),
  }));
  return calibrateRecovery(counted, { procedure, maxRollbacks, alpha });
}
