/** Files of an attempt cannot be read from the snapshots of its `workspace`: these are kept elsewhere, or are gone. */
export class SnapshotsMissingError extends Error {
  override readonly name = "SnapshotsMissingError";
  readonly code = "SNAPSHOTS_MISSING";

  /** @param why as a sentence */
  constructor(why: string, options?: ErrorOptions) {
    super(`The attempt's files cannot be read: ${why}`, options);
  }
}
