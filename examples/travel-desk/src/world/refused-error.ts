/** The desk refuses a request. Nothing has happened. */
export class RefusedError extends Error {
  readonly code = "REFUSED";
  override readonly name = "RefusedError";
}
