import { isDeepStrictEqual } from "node:util";
import type { RunView, ThreadSource } from "@langgraph-rollback/inspector";
import type { Step, Trajectory } from "@langgraph-rollback/attribution/trajectory";

type AttemptView = RunView["attempts"][number];
type Spans = Awaited<ReturnType<NonNullable<ThreadSource["spans"]>>>;

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
  /** Spans that told of it while it ran, oldest first. */
  readonly spans: Spans;
}

/** Reads one run of a thread. */
export async function readRun(
  source: Pick<ThreadSource, "trajectory" | "spans">,
  thread: string,
  view: RunView,
): Promise<ReadRun> {
  const attempts: ReadAttempt[] = [];
  for (const each of view.attempts) {
    const trajectory = await source.trajectory({ thread, run: view.run, attempt: each.attempt });
    if (trajectory === undefined || trajectory.steps.length === 0) continue;
    const last = attempts.at(-1);
    const before = last?.view.rewind === undefined ? undefined : last;
    const own = trajectory.steps.filter((step) => !isKept(step, trajectory, before?.trajectory));
    attempts.push({ view: each, trajectory, own, ...(before === undefined ? {} : { before }) });
  }
  const spans = (await source.spans?.(thread, view.run)) ?? [];
  return { thread, view, run: view.run === "" ? thread : view.run, attempts, spans };
}

/** Whether a step is the same in the attempt before, with the same system prompt of its agent. */
function isKept(step: Step, { instructions }: Trajectory, before: Trajectory | undefined): boolean {
  const known = before?.steps[step.index];
  if (before === undefined || known === undefined) return false;
  return isDeepStrictEqual(
    [step, promptOf(step, instructions)],
    [known, promptOf(known, before.instructions)],
  );
}

/** The system prompt of a step's agent, where it is known. */
export const promptOf = (
  { agent }: Step,
  instructions: Trajectory["instructions"] = {},
): string | undefined => (Object.hasOwn(instructions, agent) ? instructions[agent] : undefined);
