/** Something wrong with how the demo was called; its message says what to change. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly code = "USAGE";
}
