import type { TriedStart } from "@langgraph-rollback/attribution";

import type { LabelReplay } from "./replay-label.ts";

/**
 * Replays of a failed attempt as evidence for `fitOutcomeScorer`: those of a `ReplayLabel`, or of a file that `label --replay` has written. One without
 * a verdict is inconclusive.
 *
 * @example
 * const { replays } = await labelByReplay(agent, config);
 * const evidence = { trajectory: plainTrajectory(await readTrajectory(agent, config)), tried: triedStarts(replays) };
 */
export function triedStarts(
  replays: readonly Pick<LabelReplay, "start" | "status">[],
): readonly TriedStart[] {
  return replays.map(({ start, status }) => ({
    start,
    kind: "replay",
    status: status === "unjudged" ? "inconclusive" : status,
  }));
}
