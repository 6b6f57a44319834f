import { clopperPearson } from "../conformal/index.ts";
import { afterWatchedRun, driftWatch, type DriftWatch } from "../recovery/drift-alarm.ts";
import { runsUnder } from "./count-recovery.ts";
import type { LearningState, RunEntry } from "./learning-entry.ts";

/** Evidence, by the runs under the version in force, of whether the agent is still the same. */
export interface WatchedRuns {
  readonly watch: DriftWatch;
  /** When the last run ended before more of them failed than allowed; `undefined` if they did so from the first on. */
  readonly before: string | undefined;
}

/** Whether more of the runs under the version in force missed what they were promised than it allows; `undefined` where nothing was promised. */
export function watchedPromise(state: LearningState, runs: readonly RunEntry[]): WatchedRuns | undefined {
  const promised = runsUnder(state, runs).flatMap(({ promised: given, ...run }) =>
    given === undefined ? [] : [{ ...run, ...given }],
  );
  const alpha = promised.at(-1)?.alpha;
  if (alpha === undefined) return undefined;
  const own = promised.filter((run) => run.alpha === alpha);
  return watched(own, alpha, ({ recoveredBy = Infinity, within }) => recoveredBy > within);
}

/** Two-sided confidence of the share of runs that were not recovered before: its upper end holds at 95 %. */
const CONFIDENCE = 0.9;

/**
 * Whether more of the runs under the version in force were not recovered at all than `alpha`, and than under the versions before; `undefined` where no runs of these are known. It needs no promise: one that is
 * counted while the agent changes is withdrawn, and watches nothing any more.
 */
export function watchedRecovery(
  state: LearningState,
  runs: readonly RunEntry[],
  alpha: number,
): WatchedRuns | undefined {
  const audited = runs.filter((run) => run.audited);
  const earlier = audited.filter(({ learntBy }) => learntBy !== state.version.id);
  if (earlier.length === 0) return undefined;
  const known = clopperPearson(earlier.filter(isLost).length, earlier.length, CONFIDENCE).upper;
  const allowed = Math.max(alpha, known);
  if (!(allowed > 0 && allowed < 1)) return undefined;
  return watched(runsUnder(state, audited), allowed, isLost);
}

const isLost = ({ maxRollbacks, recoveredBy = Infinity }: RunEntry): boolean => recoveredBy > maxRollbacks;

function watched<Run extends { readonly at: string }>(
  runs: readonly Run[],
  allowed: number,
  isMissed: (run: Run) => boolean,
): WatchedRuns {
  const watch = runs.reduce((before, run) => afterWatchedRun(before, isMissed(run)), driftWatch(allowed));
  return { watch, before: runs[watch.since - 1]?.at };
}
