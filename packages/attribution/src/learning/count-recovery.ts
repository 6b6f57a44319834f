import { labelsNeeded } from "../conformal/index.ts";
import { calibrateRecovery } from "../recovery/calibrate-recovery.ts";
import { afterWatchedRun, driftWatch, type DriftWatch } from "../recovery/drift-alarm.ts";
import type { RecoveryCalibration } from "../recovery/recovery-calibration.ts";
import type { LearningState, RunEntry } from "./learning-entry.ts";

/** A promise is counted anew once there are so many times as many runs. */
const GROWTH = 1.5;

/** Runs under the version in force and under the procedure of the latest of them, oldest first: only these tell of it. */
function runsUnder({ version }: LearningState, runs: readonly RunEntry[]): readonly RunEntry[] {
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

/** What the runs under a promise tell of whether it still holds. */
export interface WatchedRuns {
  readonly watch: DriftWatch;
  /** When the last run ended before more of them missed it than it allows; `undefined` if they did so from the first on. */
  readonly before: string | undefined;
}

/** Whether more of the runs under the version in force missed what they were promised than it allows; `undefined` where nothing was promised. */
export function watchedRuns(state: LearningState, runs: readonly RunEntry[]): WatchedRuns | undefined {
  const promised = runsUnder(state, runs).flatMap(({ promised: given, ...run }) =>
    given === undefined ? [] : [{ ...run, ...given }],
  );
  const alpha = promised.at(-1)?.alpha;
  if (alpha === undefined) return undefined;
  const own = promised.filter((run) => run.alpha === alpha);
  const watch = own.reduce(
    (before, { recoveredBy = Infinity, within }) => afterWatchedRun(before, recoveredBy > within),
    driftWatch(alpha),
  );
  return { watch, before: own[watch.since - 1]?.at };
}
