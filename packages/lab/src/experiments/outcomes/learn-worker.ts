import { type ArmsJob, type ArmsLearnt, learnArms } from "./learn-arms.ts";

/** One draw of failures, in a process of its own. */
export async function learnInProcess(job: ArmsJob): Promise<ArmsLearnt> {
  return learnArms(job);
}
