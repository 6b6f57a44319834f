import { stringifyTrajectory } from "@langgraph-rollback/trajectory";

import type { ThreadSource } from "./thread-source.ts";

/**
 * All attempts of a thread as JSON Lines, one trajectory a line, runs and attempts in order.
 * @returns `undefined` if there is no such thread
 */
export async function threadLines(source: ThreadSource, id: string): Promise<string | undefined> {
  const thread = await source.thread(id);
  if (thread === undefined) return undefined;
  const addresses = thread.runs.flatMap(({ run, attempts }) =>
    attempts.map(({ attempt }) => ({ thread: id, run, attempt })),
  );
  let lines = "";
  for (const address of addresses) {
    const trajectory = await source.trajectory(address);
    if (trajectory !== undefined) lines += `${stringifyTrajectory(trajectory)}\n`;
  }
  return lines;
}
