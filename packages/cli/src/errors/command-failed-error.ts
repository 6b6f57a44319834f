/** What a command was asked about failed; its message says what, and what to do. Exit code 1. */
export class CommandFailedError extends Error {
  override readonly name = "CommandFailedError";
  readonly code = "COMMAND_FAILED";
}
