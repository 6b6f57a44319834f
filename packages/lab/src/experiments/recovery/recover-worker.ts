import type { SimulationRates } from "@langgraph-rollback/example-simulation";

import { systemNamed } from "../../systems/systems.ts";
import {
  learnOnce,
  type LearntOnce,
  type PooledFailure,
  type PoolPart,
  recoverFailures,
} from "./recover-failures.ts";

/** Learns in a process of its own. */
export async function learnInProcess(job: {
  readonly system: string;
  readonly count: number;
  readonly seed: number;
}): Promise<LearntOnce> {
  return learnOnce(await systemNamed(job.system), job);
}

/** A part of a pool in a process of its own. */
export async function recoverInProcess(
  job: PoolPart & { readonly system: string; readonly rates?: Partial<SimulationRates> },
): Promise<readonly PooledFailure[]> {
  return recoverFailures(await systemNamed(job.system, job.rates), job);
}
