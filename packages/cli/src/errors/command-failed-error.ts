/** A command failed. Its message says what failed and what to do. Exit code 1. */
export class CommandFailedError extends Error {
  override readonly name = "CommandFailedError";
  readonly code = "COMMAND_FAILED";
}
