/** Nothing was done, for a reason that the page tells. */
export class NotDoneError extends Error {
  override readonly name = "NotDoneError";
  /** The code of the library's own refusals: the page treats both alike. */
  readonly code = "ACTION_REFUSED";

  /** @param why with what to do instead, as sentences */
  constructor(why: string) {
    super(`Nothing was done. ${why}`);
  }
}
