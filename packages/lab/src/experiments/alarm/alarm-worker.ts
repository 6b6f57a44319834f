import { systemNamed } from "../../systems/systems.ts";
import { learnAlarm, type LearnAlarmJob, type LearntAlarm } from "./learn-alarm.ts";
import { type WatchedTask, type WatchJob, watchRuns } from "./watch-runs.ts";

/** Makes an alarm in a process of its own. */
export async function learnInProcess(job: LearnAlarmJob): Promise<LearntAlarm> {
  return learnAlarm(await systemNamed(job.system), job);
}

/** Part of the runs in a process of its own. */
export async function watchInProcess(job: WatchJob): Promise<readonly WatchedTask[]> {
  return watchRuns(await systemNamed(job.system), job);
}
