/** Nothing was done, for a reason that the page tells. */
export class NotDoneError extends Error {
  override readonly name = "NotDoneError";
  readonly code = "NOT_DONE";

  /** @param why with what to do instead, as sentences */
  constructor(why: string) {
    super(`Nothing was done. ${why}`);
  }
}
