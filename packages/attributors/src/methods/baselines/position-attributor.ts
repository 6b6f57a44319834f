import { fitPositionScorer } from "@langgraph-rollback/attribution";
import { checkSteps, type LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";

import { NO_USAGE } from "../../asking/question/usage.ts";
import type { Attributor } from "../../finding/attributor.ts";
import { blameOf } from "../../finding/blame.ts";
import { highestScore } from "../../finding/spread-scores.ts";

/**
 * Blames a step by its position alone, by where decisive steps stood before. A method that reads the trace has to be better than this. Calls no
 * model.
 *
 * - Scores: `fitPositionScorer`'s; they sum to 1.
 *
 * @param labelled failures to learn from; none of them may be among those that it is judged on
 * @throws {NotEnoughLabelsError} if `labelled` is empty
 */
export function positionAttributor(labelled: readonly LabelledTrajectory[]): Attributor {
  const scorer = fitPositionScorer(labelled);
  return {
    name: "position",
    fingerprint: scorer.fingerprint,
    attribute: async ({ trajectory }, signal) => {
      checkSteps(trajectory);
      signal?.throwIfAborted();
      const scores = await scorer.score(trajectory, signal);
      const step = highestScore(scores) ?? 0;
      return { scores, ...blameOf(trajectory, step), usage: NO_USAGE, problems: [] };
    },
    estimate: () => ({ calls: 0, inputTokens: 0 }),
  };
}
