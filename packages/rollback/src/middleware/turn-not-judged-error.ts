/** A turn has ended without the hooks of the agent's end, in which `rollbackMiddleware` judges it. */
export class TurnNotJudgedError extends Error {
  override readonly name = "TurnNotJudgedError";
  readonly code = "TURN_NOT_JUDGED";
  /** The attempt that ended, 1-based. */
  readonly attempt: number;

  constructor(attempt: number) {
    super(
      `Attempt ${attempt} has ended before \`rollbackMiddleware\` could judge it: another middleware, such as a limit or a guard, has jumped to the end ` +
        "from a hook around the model, or the run was abandoned. `withRollback` around the agent, with a verifier of its own, judges such turns, too.",
    );
    this.attempt = attempt;
  }
}
