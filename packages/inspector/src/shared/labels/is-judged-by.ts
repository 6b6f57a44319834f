import { attemptKey, type AttemptId } from "./attempt-key.ts";
import { heldLabels } from "./consensus.ts";
import type { Label } from "./label.ts";

/**
 * Whether somebody has made up their mind about an attempt: what others and the scorer say cannot lead them any more. "Not sure" counts, "not this
 * step" does not.
 *
 * @param labels of one convention, oldest first
 */
export function isJudgedBy(labels: readonly Label[], id: AttemptId, labeller: string | undefined): boolean {
  const key = attemptKey(id);
  const own = labels.filter((label) => label.labeller === labeller && attemptKey(label) === key);
  return heldLabels(own).some(({ verdict }) => verdict.kind !== "not-this");
}
