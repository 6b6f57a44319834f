import { isDeepStrictEqual } from "node:util";
import type { RunView, ThreadSource } from "@langgraph-rollback/inspector";
import type { Step, Trajectory } from "@langgraph-rollback/attribution/trajectory";

type AttemptView = RunView["attempts"][number];

/** An attempt with its steps, whole. */
export interface ReadAttempt {
  readonly view: AttemptView;
  readonly trajectory: Trajectory;
  /** The attempt that it was made of; absent for the first one. */
  readonly before?: ReadAttempt;
  /** Its steps that are not those of the attempt before: what it executed itself. */
  readonly own: readonly Step[];
}

/** A run with all attempts that have steps. */
export interface ReadRun {
  readonly thread: string;
  readonly view: RunView;
  /** Its id; that of the thread where a file has none. */
  readonly run: string;
  readonly attempts: readonly ReadAttempt[];
}

/** Reads one run of a thread. */
export async function readRun(source: ThreadSource, thread: string, view: RunView): Promise<ReadRun> {
  const attempts: ReadAttempt[] = [];
  for (const each of view.attempts) {
    const trajectory = await source.trajectory({ thread, run: view.run, attempt: each.attempt });
    if (trajectory === undefined || trajectory.steps.length === 0) continue;
    const last = attempts.at(-1);
    const before = last?.view.rewind === undefined ? undefined : last;
    const known = before?.trajectory.steps ?? [];
    const own = trajectory.steps.filter((step, index) => !isDeepStrictEqual(step, known[index]));
    attempts.push({ view: each, trajectory, own, ...(before === undefined ? {} : { before }) });
  }
  return { thread, view, run: view.run === "" ? thread : view.run, attempts };
}
