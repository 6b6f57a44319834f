import { stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";

import type { ThreadSource } from "./thread-source.ts";
import { threadTrajectories } from "./thread-trajectories.ts";

/**
 * All attempts of a thread as JSON Lines, one trajectory a line, runs and attempts in order.
 * @returns `undefined` if there is no such thread
 */
export async function threadLines(source: ThreadSource, id: string): Promise<string | undefined> {
  const trajectories = await threadTrajectories(source, id);
  return trajectories?.map((trajectory) => `${stringifyTrajectory(trajectory)}\n`).join("");
}
