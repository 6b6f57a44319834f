import type { Step } from "@langgraph-rollback/attribution/trajectory";

/** @internal The step at which two attempts part. */
export interface PartingSteps {
  /** 0-based. */
  readonly index: number;
  /** Absent where the attempt had ended. */
  readonly failed?: Step | undefined;
  readonly accepted?: Step | undefined;
}

/**
 * @internal The first step at which an accepted attempt did something else than the failed one before it.
 *
 * @param from first step that ran again, 0-based
 * @returns `undefined` if both did the same
 */
export function partingSteps(
  failed: readonly Step[],
  accepted: readonly Step[],
  from: number,
): PartingSteps | undefined {
  for (let index = from; index < Math.max(failed.length, accepted.length); index += 1)
    if (
      failed[index]?.content !== accepted[index]?.content ||
      failed[index]?.agent !== accepted[index]?.agent
    )
      return { index, failed: failed[index], accepted: accepted[index] };
  return undefined;
}
