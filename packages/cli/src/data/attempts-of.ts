import type { RunView, ThreadSource } from "@langgraph-rollback/inspector";
import { printable, unreadableWords } from "@langgraph-rollback/inspector/shared";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import { CommandFailedError } from "../errors/command-failed-error.ts";

/** More threads than anybody has. */
const ALL = 1_000_000;

/** An attempt of a run. */
export interface NumberedAttempt {
  /** 1-based. */
  readonly attempt: number;
  readonly trajectory: Trajectory;
  /** Its record, as it is shown. */
  readonly view: RunView["attempts"][number];
}

/** A thread that cannot be read completely: which, and why, in a line. */
export interface UnreadableThread {
  readonly thread: string;
  readonly message: string;
}

/** The attempts of a thread, one after the other. */
export type FoundInThread =
  | ({ readonly kind: "attempt"; readonly thread: string } & NumberedAttempt)
  | ({ readonly kind: "unreadable" } & UnreadableThread);

/**
 * Every attempt of the threads that has steps, whole, one at a time: all of them may be more than fits into memory. What cannot be read hides nothing
 * else.
 *
 * @param threads ids; without them, all threads, latest first
 * @throws {CommandFailedError} if there is no such thread
 */
export async function* attemptsIn(
  source: ThreadSource,
  threads?: readonly string[],
): AsyncGenerator<FoundInThread, void> {
  const ids = threads ?? (await source.list(ALL)).threads.map(({ id }) => id);
  for (const thread of ids) {
    const whole = await source.thread(thread);
    if (whole === undefined)
      throw new CommandFailedError(
        `${printable(source.name)} holds no thread "${printable(thread)}". Check the id.`,
      );
    for (const { run, attempts } of whole.runs) {
      for (const view of attempts) {
        const { attempt } = view;
        const trajectory = await source.trajectory({ thread, run, attempt });
        if (trajectory !== undefined && trajectory.steps.length > 0)
          yield { kind: "attempt", thread, attempt, trajectory, view };
      }
    }
    const message = unreadableWords(whole);
    if (message !== undefined) yield { kind: "unreadable", thread, message };
  }
}
