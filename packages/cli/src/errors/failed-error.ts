/** What a command was asked about failed; its message says what, and what to do. Exit code 1. */
export class FailedError extends Error {
  override readonly name = "FailedError";
  readonly code = "COMMAND_FAILED";
}
