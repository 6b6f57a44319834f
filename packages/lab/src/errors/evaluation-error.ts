/** The data given cannot be evaluated; its message says why. Exit code 1. */
export class EvaluationError extends Error {
  override readonly name = "EvaluationError";
  readonly code = "EVALUATION";
}
