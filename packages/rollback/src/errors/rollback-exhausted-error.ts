/** Reason for the end of a run all of whose attempts failed. */
export interface Stopped {
  /**
   * "rollbacks": `maxRollbacks` were made. "steps", "time", "tokens", "money": that part of `budget` is spent.
   * "same-failure": the run failed at the same step with the same words before, and `stopOnSameFailure` is set. "policy": the policy
   * gave up. "irreversible-effect": what would be undone holds an effect that cannot be undone. "declined": a human did not approve
   * the rollback. "recovery": the rollbacks were made within which such runs are promised to be recovered, and `recovery.cut` is set. "observing": `mode` is
   * "observe", so the planned rollback was not made.
   */
  readonly by:
    | "rollbacks"
    | "steps"
    | "time"
    | "tokens"
    | "money"
    | "same-failure"
    | "policy"
    | "irreversible-effect"
    | "declined"
    | "recovery"
    | "observing";
  /** Allowed amount, where there is a limit: rollbacks, steps, milliseconds, tokens, or money in the currency of the prices. */
  readonly limit?: number;
  /** Amount that the run has used, in the limit's unit. */
  readonly used?: number;
  /** Treatment of acts that are held, as the human said who declined. Absent: `onUnaccepted` decides. */
  readonly held?: "release" | "discard";
}

/** Every allowed attempt failed, and `onFailure: "error"` throws an error instead of returning the last output. */
export class RollbackExhaustedError extends Error {
  override readonly name = "RollbackExhaustedError";
  readonly code = "ROLLBACK_EXHAUSTED";
  readonly threadId: string;
  readonly attempts: number;
  readonly reason: string;
  /** Reason for the end of the run; absent if no step was executed: there is nothing to go back to then. */
  readonly stopped?: Stopped;
  /** Output of the last attempt, as the graph returned it. */
  readonly output: unknown;

  constructor(
    threadId: string,
    attempts: number,
    reason: string,
    output: unknown,
    stopped?: Stopped,
    names: Names = { history: "readHistory", limit: "maxRollbacks" },
  ) {
    super(
      `${attempts === 1 ? "The only attempt" : `All ${attempts} attempts`} on thread "${threadId}" failed: ${reason} ` +
        remedyFor(stopped, names),
    );
    this.threadId = threadId;
    this.attempts = attempts;
    this.reason = reason;
    this.output = output;
    if (stopped !== undefined) this.stopped = stopped;
  }
}

/** The function that shows the attempts, and the option that limits them. */
interface Names {
  readonly history: string;
  readonly limit: string;
}

function remedyFor(stopped: Stopped | undefined, { history, limit }: Names): string {
  const shown = `\`${history}\` shows what was tried`;
  switch (stopped?.by) {
    case "same-failure":
      return `${shown}; leave \`stopOnSameFailure\` out to try again all the same.`;
    case "policy":
      return `${shown}; another \`policy\` may try more.`;
    case "irreversible-effect":
      return `${shown}; set \`effects.onIrreversible\` to "ask" or "allow" to go back all the same.`;
    case "observing":
      return `${shown}; leave \`mode\` out to have it rolled back.`;
    case "declined":
      return `${shown}, and the rollback that was declined.`;
    case "recovery":
      return `${shown}; leave \`recovery.cut\` out to try more.`;
    case "time":
      return `${shown}; raise \`budget.milliseconds\` to try more.`;
    case "steps":
    case "tokens":
    case "money":
      return `${shown}; raise \`budget.${stopped.by}\` to try more.`;
    case "rollbacks":
      return `${shown}; raise \`${limit}\` to try more.`;
    case undefined:
      return `${shown}.`;
  }
}
