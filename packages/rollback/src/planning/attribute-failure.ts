import { attribute, constantScorer, type Attribution } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { RollbackProblem } from "../history/attempt-record.ts";
import { problemOf } from "../history/left-alone.ts";
import { inGroup, type ResolvedScorer } from "../setup/resolve-scorer.ts";

/** Steps of the highest scores that are explained: enough to tell why a run was rewound where it was, and small in its record. */
const EXPLAINED = 3;

/** @internal Attribution of a failure to its steps. */
export interface Attributed {
  readonly attribution: Attribution;
  /** Why nothing is known, if the scorer failed. */
  readonly problem?: RollbackProblem | undefined;
}

/**
 * @internal Attributes a failure. If the scorer and its fallback fail, nothing is known of the steps: the set is the whole trajectory, and the
 * rollback is a restart, which needs no scorer.
 */
export async function attributeFailure(
  source: ResolvedScorer,
  trajectory: Trajectory,
  alpha: number | undefined,
  signal: AbortSignal | undefined,
): Promise<Attributed> {
  const { scorer, calibration, fallback } = source;
  try {
    const run = inGroup(source, trajectory);
    const attribution = await attribute(run, {
      scorer,
      calibration,
      fallback,
      alpha,
      explain: EXPLAINED,
      signal,
    });
    return { attribution };
  } catch (error) {
    signal?.throwIfAborted();
    const problem = problemOf(error);
    const { code, message } = problem;
    const unknown = await attribute(trajectory, { scorer: constantScorer(), alpha: 0 });
    return { attribution: { ...unknown, fallback: { scorer: scorer.fingerprint, code, message } }, problem };
  }
}
