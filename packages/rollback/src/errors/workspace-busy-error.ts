/** Another run has the folder of `workspace`, and each would undo the other's files. */
export class WorkspaceBusyError extends Error {
  override readonly name = "WorkspaceBusyError";
  readonly code = "WORKSPACE_BUSY";
  readonly folder: string;
  /** The file that says so. It is removed when that run's call ends. */
  readonly lease: string;

  /** @param holder the process that has the folder, in words */
  constructor(folder: string, lease: string, holder: string) {
    super(
      `The folder ${JSON.stringify(folder)} is in use by a run of ${holder}. Call again when that has ended, or give each thread a folder of its own: ` +
        `\`workspace.folder\` can be a function of the thread's id. If there is no such process any more, remove ${JSON.stringify(lease)}.`,
    );
    this.folder = folder;
    this.lease = lease;
  }
}
