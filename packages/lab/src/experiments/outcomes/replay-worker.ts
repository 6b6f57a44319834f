import { systemNamed } from "../../systems/systems.ts";
import { type ReplayedFailure, replayFailures } from "./replay-failures.ts";

/** A part of the failures, in a process of its own. */
export async function replayInProcess(job: {
  readonly system: string;
  readonly count: number;
  readonly seed: number;
}): Promise<readonly ReplayedFailure[]> {
  return replayFailures(await systemNamed(job.system), job);
}
