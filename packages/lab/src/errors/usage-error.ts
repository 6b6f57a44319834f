/** The command line asks for something that makes no sense; its message says what to change. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly code = "USAGE";
}
