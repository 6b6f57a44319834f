import { FilesNotStoredError } from "../../errors/files-not-stored-error.ts";
import type { AttemptFiles, RollbackProblem } from "../../history/attempt-record.ts";
import { problemOf } from "../../history/left-alone.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { snapshotsPlaceOf, workspaceOf } from "../../workspace/held-workspaces.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { filesAtStart } from "../attempt/files-at-start.ts";
import { keepProblems } from "../attempt/keep-problems.ts";
import { stampOf } from "./run-graph.ts";

/** @internal The result of an attempt, and its files where it began and ended. */
export interface WithFiles<T> {
  readonly ran: T;
  readonly files?: AttemptFiles;
  readonly problems: readonly RollbackProblem[];
}

/**
 * @internal Runs an attempt, and stores the files of its workspace with each of its checkpoints, and where it ends: if it throws, its last superstep has no checkpoint. What
 * cannot be stored is a problem of the run, kept in its history.
 */
export async function* keepingFiles<T>(
  context: RollbackContext,
  attempt: Attempt,
  run: () => AsyncGenerator<unknown, T>,
): AsyncGenerator<unknown, WithFiles<T>> {
  const { options, saver } = context;
  const { threadId } = attempt;
  const workspace = workspaceOf(options.workspace, threadId);
  // A settled attempt runs nothing.
  if (workspace === undefined || attempt.start.kind === "settled") return { ran: yield* run(), problems: [] };
  const begun = await startedWith(context, attempt);
  const log = new FilesLog(workspace);
  const unwatch = saver.watch(threadId, stampOf(attempt), { files: () => log.take() });
  let ran: T;
  try {
    ran = yield* run();
  } finally {
    unwatch();
  }
  await log.take();
  await keepProblems(context, attempt, log.problems);
  const start = begun ?? log.first;
  const { last: end } = log;
  const place = snapshotsPlaceOf(options.workspace, threadId);
  const files = {
    ...(place === undefined ? {} : { place }),
    ...(start === undefined || start === "" ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  };
  return { ran, files, problems: log.problems };
}

async function startedWith(context: RollbackContext, attempt: Attempt): Promise<string | undefined> {
  try {
    return await filesAtStart(context, attempt);
  } catch {
    return "";
  }
}

/** The snapshots of an attempt. */
class FilesLog {
  readonly problems: RollbackProblem[] = [];
  first: string | undefined;
  last: string | undefined;
  readonly #workspace: Workspace;
  #count = 0;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** Gives a snapshot's id, "" if there is none. It never fails: the run is none of its concern. */
  async take(): Promise<string> {
    this.#count += 1;
    try {
      const { id, problems = [] } = await this.#workspace.snapshot();
      if (typeof id !== "string" || id === "")
        throw new TypeError("Expected `workspace.snapshot` to give an `id`.");
      if (problems.length > 0) this.#tell(new FilesNotStoredError(problems));
      if (this.#count === 1) this.first = id;
      this.last = id;
      return id;
    } catch (cause) {
      this.last = undefined;
      this.#tell(new FilesNotStoredError([], { cause }));
      return "";
    }
  }

  /** Each problem once, however many snapshots have it. */
  #tell(error: FilesNotStoredError): void {
    const problem = problemOf(error);
    if (this.problems.every(({ message }) => message !== problem.message)) this.problems.push(problem);
  }
}
