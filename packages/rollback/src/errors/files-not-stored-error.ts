import { describeError } from "./describe-error.ts";

/** Files of `workspace` are not in a snapshot. The run continues; a rollback to there cannot bring them back. */
export class FilesNotStoredError extends Error {
  override readonly name = "FilesNotStoredError";
  readonly code = "FILES_NOT_STORED";
  /** Paths that are missing in it, each with the reason; none if there is no snapshot at all. */
  readonly paths: readonly { readonly path: string; readonly reason: string }[];

  /** @param options.cause why there is no snapshot */
  constructor(paths: FilesNotStoredError["paths"], options?: ErrorOptions) {
    const [first] = paths;
    super(
      first === undefined
        ? `No snapshot of the workspace's files could be stored: ${describeError(options?.cause).message}`
        : `${paths.length} ${paths.length === 1 ? "path is" : "paths are"} missing in the snapshot of the workspace: ${JSON.stringify(first.path)}: ${first.reason}`,
      options,
    );
    this.paths = paths;
  }
}
