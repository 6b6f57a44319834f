import type { AttemptId } from "../shared/labels/attempt-key.ts";
import { consensusOf, heldLabels } from "../shared/labels/consensus.ts";
import type { Label } from "../shared/labels/label.ts";
import { labelsByAttempt } from "../shared/labels/labels-by-attempt.ts";

/** A failed first attempt for which replays found no start. */
export interface MissedLabel extends AttemptId {
  /** Number of the attempt's steps when it was labelled. */
  readonly steps: number;
  /** Why: see `MissedTrajectory`. */
  readonly missed: "unrecovered" | "inconclusive";
  /** When it was labelled, ISO 8601, UTC. */
  readonly at: string;
}

/**
 * The failures without a start, which count as misses in a calibration: those that no replay recovers, and those on which replays came to no verdict. To
 * leave out the latter would be to choose failures by what their labels are.
 *
 * @param labels     that stand, oldest first
 * @param convention labels of another one do not count; those of people have no misses
 * @returns one an attempt, in the order in which it was last labelled
 */
export function missedLabels(labels: readonly Label[], convention: string): readonly MissedLabel[] {
  return labelsByAttempt(labels.filter((label) => label.convention === convention && label.attempt === 1))
    .groups.flatMap((group): readonly MissedLabel[] => {
      const { kind } = consensusOf(group);
      const last = heldLabels(group).at(-1);
      if (last === undefined || (kind !== "unrecovered" && kind !== "inconclusive")) return [];
      const { attempt, at, run, steps, thread } = last;
      return [{ thread, run, attempt, steps, missed: kind, at }];
    })
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
