import { type RunView, ThreadNotFoundError, type ThreadSource } from "@langgraph-rollback/inspector";
import { printable, unreadableWords } from "@langgraph-rollback/inspector/shared";
import { CommandFailedError } from "../errors/command-failed-error.ts";

/** Threads that are looked through for one that was rolled back. */
const LOOKED_THROUGH = 1000;

/** Which run of which thread. */
export interface FoundRun {
  readonly thread: string;
  readonly run: RunView;
  /** Part of the thread that cannot be read, in a line; absent where all of it can. */
  readonly unreadable?: string | undefined;
}

/**
 * The run of a thread, or of the latest thread that was rolled back.
 *
 * @param thread id; absent for the latest one with more than one attempt, or with any at all
 * @param number of the run, from 1; absent for the latest one that was rolled back, or the latest
 * @throws {ThreadNotFoundError | CommandFailedError} if there is no such thread or run
 */
export async function rolledBackRun(
  source: ThreadSource,
  thread?: string,
  number?: number,
): Promise<FoundRun> {
  const id = thread ?? (await latestThread(source));
  const view = await source.thread(id);
  if (view === undefined) throw new ThreadNotFoundError(id, source.name);
  const { runs } = view;
  const run =
    number === undefined
      ? (runs.findLast(({ attempts }) => attempts.length > 1) ?? runs.at(-1))
      : runs[number - 1];
  if (run === undefined)
    throw new CommandFailedError(
      `There is no run ${number ?? 1}: the thread has ${runs.length}. Leave \`--run\` out for the latest.`,
    );
  const unreadable = unreadableWords(view);
  return { thread: id, run, unreadable };
}

async function latestThread(source: ThreadSource): Promise<string> {
  const { threads } = await source.list(LOOKED_THROUGH);
  const found = threads.find(({ attempts }) => attempts > 1) ?? threads[0];
  if (found === undefined) throw new CommandFailedError(`${printable(source.name)} holds no thread yet.`);
  return found.id;
}
