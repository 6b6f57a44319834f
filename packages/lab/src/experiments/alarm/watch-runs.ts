import {
  alarmOf,
  alarmsOf,
  type PilotTask,
  progressScores,
  stoppedAt,
  type AlarmCalibration,
} from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import { ROLLBACKS } from "../../arms/rollback-arms.ts";
import type { ArmOptions, System, SystemTask } from "../../systems/system.ts";
import { ALPHA, type LearntAlarm, tasksOf, withoutTimes } from "./learn-alarm.ts";

/** Shares of right runs that the alarm may stop. At {@link ALPHA} every run is watched. */
export const ALPHAS = [0.01, 0.02, ALPHA, 0.1, 0.2] as const;

/** Part of the runs of a system. */
export interface WatchJob {
  readonly system: string;
  readonly learnt: LearntAlarm;
  /** Of the tasks, one for all parts. */
  readonly seed: number;
  /** Of the tasks that the seed makes: from which one on, and how many. */
  readonly from: number;
  readonly count: number;
}

/** One task with the alarm and without it. */
export interface WatchedTask {
  readonly problem: string;
  readonly without: PilotTask;
  /** With the alarm at each alpha, in the order of {@link ALPHAS}. */
  readonly withAlarm: readonly PilotTask[];
  /** Whether the alarm at {@link ALPHA} stops the run that was not watched, by the scores of its steps. */
  readonly foretold: boolean;
}

/** The coin lets next to no run go on: what is measured is the alarm. */
const AUDIT = 1e-9;
/** A step waits for the score of the steps before it, however laden the machine is. */
const PATIENT = 60_000;

/**
 * Runs each task without the alarm, and with it at {@link ALPHA}. At another alpha it is run where the alarm stops it: the other runs are the same as without.
 */
export async function watchRuns(
  system: System,
  { count, from, learnt, seed }: Omit<WatchJob, "system">,
): Promise<readonly WatchedTask[]> {
  const { alarm, ...sets } = learnt;
  const options: ArmOptions = { ...sets, maxRollbacks: ROLLBACKS };
  const done: WatchedTask[] = [];
  let at = 0;
  for (const task of tasksOf(system, seed)) {
    if (at >= from + count) break;
    if ((at += 1) <= from) continue;
    let alarms: readonly number[] = [];
    const without = await piloted(system, task, options, (trajectory) => {
      alarms = alarmsIn(alarm, trajectory);
    });
    const withAlarm: PilotTask[] = [];
    for (const alpha of ALPHAS) {
      const isStopped = stoppedAt(alarms, alarmOf(alarm, { alpha }).above) !== undefined;
      const watch = { alarm, alpha, audit: AUDIT, waitMs: PATIENT };
      withAlarm.push(
        isStopped || alpha === ALPHA ? await piloted(system, task, { ...options, watch }) : without,
      );
    }
    const foretold = stoppedAt(alarms, alarmOf(alarm, { alpha: ALPHA }).above) !== undefined;
    done.push({ problem: task.problem, without, withAlarm, foretold });
  }
  return done;
}

const alarmsIn = ({ model, progress }: AlarmCalibration, trajectory: Trajectory): readonly number[] =>
  progress === undefined || trajectory.steps.length === 0
    ? []
    : alarmsOf(model, progressScores(progress, withoutTimes(trajectory)));

async function piloted(
  system: System,
  task: SystemTask,
  options: ArmOptions,
  onFirst: (trajectory: Trajectory) => void = () => {},
): Promise<PilotTask> {
  const run = await system.pilot(task, options, ({ trajectory }) => onFirst(trajectory));
  if (run.status === "done") return run.result;
  throw new RangeError(`Expected the task ${task.id} to be judged, got ${run.why}: ${run.detail}`);
}
