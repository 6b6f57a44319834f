import { trajectoryDraw } from "@langgraph-rollback/attribution/draws";
import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import { checkSteps } from "@langgraph-rollback/attribution/trajectory";

import { NO_USAGE } from "../../asking/question/usage.ts";
import type { Attributor } from "../../finding/attributor.ts";
import { blameOf } from "../../finding/blame.ts";
import { highestScore } from "../../finding/spread-scores.ts";

/**
 * Blames a step by chance: what every method has to be better than. Asks no model.
 *
 * - Scores: uniform in [0, 1), independent of each other; of the seed, the trajectory's id and its length alone. The step
 *   with the highest is blamed, with the agent who acted in it.
 *
 * @param seed any safe integer
 * @throws {RangeError} if `seed` is no safe integer
 */
export function randomAttributor(seed: number): Attributor {
  seededRandom(seed);
  return {
    name: "random",
    fingerprint: `random-${seed}`,
    attribute: async ({ trajectory }, signal) => {
      checkSteps(trajectory);
      signal?.throwIfAborted();
      const next = seededRandom(Math.floor(trajectoryDraw(trajectory) * 2 ** 32) ^ scatter(seed));
      const scores = trajectory.steps.map(() => next());
      const step = highestScore(scores) ?? 0;
      return { scores, ...blameOf(trajectory, step), usage: NO_USAGE, problems: [] };
    },
    estimate: () => ({ calls: 0, inputTokens: 0 }),
  };
}

/** Neighbouring seeds would otherwise swap the sequences of trajectories whose draws are neighbours. */
function scatter(seed: number): number {
  return Math.floor(seededRandom(seed)() * 2 ** 32);
}
