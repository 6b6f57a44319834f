import { systemNamed } from "../../systems/systems.ts";
import { type LearningJob, type LearnOnce, learnFromNothing } from "./learn-from-nothing.ts";

/** One agent that begins with nothing, in a process of its own. */
export async function learnInProcess({
  system,
  ...job
}: LearningJob & { readonly system: string }): Promise<LearnOnce> {
  return learnFromNothing(await systemNamed(system), job);
}
