import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import {
  checkpointerSource,
  openCheckpointer,
  type RunView,
  ThreadNotFoundError,
  type ThreadSource,
} from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { WhereOptions } from "../options/schema-option.ts";

/** A database of recorded runs, opened for reading. */
export interface RecordedRuns {
  readonly source: ThreadSource;
  /** Checkpointer that a replay reads the runs from. */
  readonly checkpointer: BaseCheckpointSaver;
}

/**
 * Runs a task on the runs of a database, and closes it. It is opened for reading, unless it is to be written to.
 *
 * @throws what `openCheckpointer` throws
 */
export async function withRuns<Value>(
  where: string,
  { isWritable = false, schema }: WhereOptions & { readonly isWritable?: boolean },
  task: (runs: RecordedRuns) => Promise<Value>,
): Promise<Value> {
  const opened = await openCheckpointer(where, { schema, isWritable });
  try {
    return await task({
      source: checkpointerSource(opened, opened.name),
      checkpointer: opened.saver,
    });
  } finally {
    await opened.close();
  }
}

/** An attempt of a run that can be replayed. */
export interface RecordedAttempt {
  readonly thread: string;
  readonly run: string;
  /** 1-based. */
  readonly attempt: number;
  /** Id of its last checkpoint. */
  readonly head: string;
  /** Number of its steps. */
  readonly steps: number;
}

/** The attempts to look for. */
export interface AttemptQuery {
  readonly thread: string;
  /** Id; absent for the latest run. */
  readonly run?: string;
  /** 1-based; absent for the last attempt. */
  readonly attempt?: number | undefined;
}

/**
 * Finds an attempt of a thread.
 *
 * @throws {ThreadNotFoundError | CommandFailedError} if there is no such thread or attempt, or its steps are gone
 */
export async function attemptIn(
  { source }: RecordedRuns,
  { attempt: number, run: id, thread }: AttemptQuery,
): Promise<RecordedAttempt> {
  const view = await source.thread(thread);
  const run = id === undefined ? view?.runs.at(-1) : view?.runs.find((each) => each.run === id);
  if (run === undefined) throw new ThreadNotFoundError(thread, source.name);
  const { attempt, head, missing, steps } = found(run, number, thread);
  if (head === undefined || steps.length === 0)
    throw new CommandFailedError(
      `Attempt ${attempt} of thread "${printable(thread)}" has no steps to replay.${missing === undefined ? "" : ` ${printable(missing)}`}`,
    );
  return { thread, run: run.run, attempt, head, steps: steps.length };
}

function found(
  { attempts }: RunView,
  number: number | undefined,
  thread: string,
): RunView["attempts"][number] {
  const attempt = number === undefined ? attempts.at(-1) : attempts.find((each) => each.attempt === number);
  if (attempt !== undefined) return attempt;
  throw new CommandFailedError(
    `There is no attempt ${number ?? 1}: the latest run of thread "${printable(thread)}" has ${attempts.length}. Leave \`--attempt\` out for the last one.`,
  );
}

/** The config that names an attempt to `replay`, with the context of an agent's runs. */
export function configOf(
  { head, thread }: Pick<RecordedAttempt, "thread" | "head">,
  { context }: { readonly context?: unknown },
): RunnableConfig & { readonly context?: unknown } {
  return {
    configurable: { thread_id: thread, checkpoint_id: head },
    ...(context === undefined ? {} : { context }),
  };
}
