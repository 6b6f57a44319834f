import { printable, type ThreadSource, threadTrajectories } from "@langgraph-rollback/inspector";
import type { Trajectory } from "@langgraph-rollback/trajectory";
import { FailedError } from "../failed-error.ts";

/** More threads than anybody has. */
const ALL = 1_000_000;

/**
 * Every attempt of the threads that has steps, whole.
 *
 * @param threads ids; without them, all threads, latest first
 * @throws {FailedError} if there is no such thread
 */
export async function attemptsOf(
  source: ThreadSource,
  threads?: readonly string[],
): Promise<readonly Trajectory[]> {
  const ids = threads ?? (await source.list(ALL)).threads.map(({ id }) => id);
  const attempts: Trajectory[] = [];
  for (const id of ids) {
    const ofThread = await threadTrajectories(source, id);
    if (ofThread === undefined)
      throw new FailedError(`${printable(source.name)} holds no thread "${printable(id)}". Check the id.`);
    attempts.push(...ofThread);
  }
  return attempts;
}
