import type { RollbackProblem } from "../history/attempt-record.ts";

/** `verifiedByMiddleware` has no verdict to return: the middleware did not reach one. */
export class VerdictMissingError extends Error {
  override readonly name = "VerdictMissingError";
  readonly code = "VERDICT_MISSING";
  /** Problem in the middleware; absent if it did not run at all. */
  readonly problem: RollbackProblem | undefined;

  constructor(problem: RollbackProblem | undefined) {
    super(
      problem === undefined
        ? "The agent's state holds no verdict of this attempt. Give the agent `rollbackMiddleware({ verify })`. If it has that, another middleware has jumped " +
            "to the end from a hook around the model, where the middleware cannot judge: give `withRollback` a verifier that judges such turns, too."
        : `The middleware could not judge this attempt. ${problem.name}: ${problem.message}`,
    );
    this.problem = problem;
  }
}
