import { describeError } from "./describe-error.ts";

/** A rollback could not put back all files of `workspace`. The next attempt runs on the files that are there. */
export class FilesNotRestoredError extends Error {
  override readonly name = "FilesNotRestoredError";
  readonly code = "FILES_NOT_RESTORED";

  /** @param why as a sentence; default: the message of `options.cause` */
  constructor(why: string | undefined, options?: ErrorOptions) {
    super(
      `The workspace's files were not put back: ${why ?? describeError(options?.cause).message}`,
      options,
    );
  }
}
