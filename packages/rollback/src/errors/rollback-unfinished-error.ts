import { describeError, textIn } from "./describe-error.ts";

/** An effect, by what its service knows of it. */
interface NamedEffect {
  readonly name: string;
  readonly key: string;
  readonly standing: string;
}

const RESUME =
  "Call `resumeRollback` with the graph and the thread: it undoes the rest and makes the fork, also over newer checkpoints.";

/**
 * A rollback has undone effects, and then its fork could not be made. The thread still holds the state of the failed attempt, which tells of what does
 * not exist any more. No output is returned for that reason.
 */
export class RollbackUnfinishedError extends Error {
  override readonly name = "RollbackUnfinishedError";
  readonly code = "ROLLBACK_UNFINISHED";
  readonly threadId: string;
  /** The attempt that is being rolled back, 1-based. */
  readonly attempt: number;
  /** Effects that are undone, newest first: name and idempotency key. */
  readonly undone: readonly Omit<NamedEffect, "standing">[];
  /** Effects that are still to be undone, or were being undone when the rollback stopped. */
  readonly notUndone: readonly Omit<NamedEffect, "standing">[];

  /**
   * @param effects of the decision to roll back, as they stand
   * @param options `cause` says why the rollback is not completed; `remedy` says how it is, by `resumeRollback` unless told
   */
  constructor(
    threadId: string,
    attempt: number,
    effects: readonly NamedEffect[],
    { remedy = RESUME, ...options }: { readonly cause: unknown; readonly remedy?: string },
  ) {
    const undone = named(effects, ["undone"]);
    const notUndone = named(effects, ["to-undo", "not-undone"]);
    const why = textIn(options.cause, "code") ?? describeError(options.cause).message.replace(/\.$/u, "");
    super(
      `Attempt ${attempt} on thread "${threadId}" is only partly rolled back (${why}; \`cause\` says more). ` +
        `Undone: ${listed(undone)}. Not undone: ${listed(notUndone)}. The thread's state still tells of all of them. ` +
        remedy,
      options,
    );
    this.threadId = threadId;
    this.attempt = attempt;
    this.undone = undone;
    this.notUndone = notUndone;
  }
}

const named = (
  effects: readonly NamedEffect[],
  standings: readonly string[],
): RollbackUnfinishedError["undone"] =>
  effects.filter(({ standing }) => standings.includes(standing)).map(({ name, key }) => ({ name, key }));

/** More are not listed in a message. */
const LISTED = 10;

function listed(effects: readonly Omit<NamedEffect, "standing">[]): string {
  if (effects.length === 0) return "nothing";
  const more = effects.length > LISTED ? ` and ${effects.length - LISTED} more` : "";
  return `${effects
    .slice(0, LISTED)
    .map(({ name, key }) => `"${name}" (key "${key}")`)
    .join(", ")}${more}`;
}
