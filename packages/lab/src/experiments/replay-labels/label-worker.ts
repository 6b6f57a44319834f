import { systemNamed } from "../../systems/systems.ts";
import { labelFailures, type TwiceLabelled } from "./label-failures.ts";

/** A part of the failures, in a process of its own. */
export async function labelInProcess(job: {
  readonly system: string;
  readonly count: number;
  readonly seed: number;
}): Promise<readonly TwiceLabelled[]> {
  return labelFailures(await systemNamed(job.system), job);
}
