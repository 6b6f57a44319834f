import type { ThreadSource } from "@langgraph-rollback/inspector";
import { printable, unreadableWords } from "@langgraph-rollback/inspector/shared";
import type { Trajectory } from "@langgraph-rollback/trajectory";
import { CommandFailedError } from "../errors/command-failed-error.ts";

/** More threads than anybody has. */
const ALL = 1_000_000;

/** An attempt of a run. */
export interface NumberedAttempt {
  /** 1-based. */
  readonly attempt: number;
  readonly trajectory: Trajectory;
}

/** The attempts of threads, as far as they can be read. */
export interface ReadAttempts {
  readonly attempts: readonly NumberedAttempt[];
  /** Threads that cannot be read completely: which, and why, in a line. */
  readonly unreadable: readonly { readonly thread: string; readonly message: string }[];
}

/**
 * Every attempt of the threads that has steps, whole. What cannot be read hides nothing else.
 *
 * @param threads ids; without them, all threads, latest first
 * @throws {CommandFailedError} if there is no such thread
 */
export async function attemptsOf(source: ThreadSource, threads?: readonly string[]): Promise<ReadAttempts> {
  const ids = threads ?? (await source.list(ALL)).threads.map(({ id }) => id);
  const attempts: NumberedAttempt[] = [];
  const unreadable: { readonly thread: string; readonly message: string }[] = [];
  for (const id of ids) {
    const view = await source.thread(id);
    if (view === undefined)
      throw new CommandFailedError(`${printable(source.name)} holds no thread "${printable(id)}". Check the id.`);
    for (const { run, attempts: ofRun } of view.runs) {
      for (const { attempt } of ofRun) {
        const trajectory = await source.trajectory({ thread: id, run, attempt });
        if (trajectory !== undefined && trajectory.steps.length > 0) attempts.push({ attempt, trajectory });
      }
    }
    const message = unreadableWords(view);
    if (message !== undefined) unreadable.push({ thread: id, message });
  }
  return { attempts, unreadable };
}
