/** The desk will not do what it is asked for. Nothing has happened. */
export class RefusedError extends Error {
  readonly code = "REFUSED";
  override readonly name = "RefusedError";
}
