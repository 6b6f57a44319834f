import {
  attribute,
  constantScorer,
  type AttributeOptions,
  type Attribution,
} from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/trajectory";

import type { RollbackProblem } from "../history/attempt-record.ts";
import { problemOf } from "../history/give-up.ts";
import type { ResolvedScorer } from "../setup/resolve-scorer.ts";

/** @internal What to attribute with, as options that leave out what there is not. */
export function attributing(
  {
    scorer,
    calibration,
    fallback,
  }: Omit<ResolvedScorer, "fallback"> & { readonly fallback?: ResolvedScorer["fallback"] | undefined },
  alpha: number,
  signal: AbortSignal | undefined,
): AttributeOptions {
  return {
    scorer,
    alpha,
    ...(calibration === undefined ? {} : { calibration }),
    ...(fallback === undefined ? {} : { fallback }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/**
 * @internal Attributes a failure. Where the scorer fails, and its fallback too, nothing is known of the steps: the set is
 * the whole trajectory, so that the rollback is a restart, which needs no scorer.
 *
 * @returns the attribution, and why nothing is known of the steps if the scorer failed
 */
export async function attributeAnyway(
  trajectory: Trajectory,
  options: AttributeOptions,
): Promise<{ readonly attribution: Attribution; readonly problem?: RollbackProblem }> {
  try {
    return { attribution: await attribute(trajectory, options) };
  } catch (error) {
    options.signal?.throwIfAborted();
    const problem = problemOf(error);
    const { code, message } = problem;
    const unknown = await attribute(trajectory, { scorer: constantScorer(), alpha: 0 });
    const fallback = { scorer: options.scorer.fingerprint, code, message };
    return { attribution: { ...unknown, fallback }, problem };
  }
}
