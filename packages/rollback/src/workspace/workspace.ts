/** A path that a snapshot does not have, or a restore left alone, and why. */
export interface FilesProblem {
  /** Inside the folder, with `/` between names. */
  readonly path: string;
  /** As a sentence. */
  readonly reason: string;
}

/** The files of a folder as they were at one moment. */
export interface Snapshot {
  /** Names what the files were: equal ids, equal files. */
  readonly id: string;
  /** What is not in it: sockets, devices, files that cannot be read. */
  readonly problems?: readonly FilesProblem[];
}

/** Result of a restore. */
export interface Restored {
  /** Id of a snapshot of what was there before. It is kept, so that no file of the failed attempt is lost. */
  readonly replaced?: string;
  /** Files that were written, or whose mode was set. */
  readonly written: number;
  /** Files and links that were removed. */
  readonly removed: number;
  /** Copies of files that somebody else had changed, beside the places where those lay. Later snapshots and restores leave them alone. */
  readonly conflicts?: readonly string[];
  /** Paths that were left as they are. */
  readonly problems?: readonly FilesProblem[];
}

/**
 * Files that go back together with a run's state. Give your own for a sandbox that is not a folder of this machine. `testWorkspace` of `langgraph-rollback/testing` tests it.
 */
export interface Workspace {
  /** Stores the files as they are now. Its id has to be usable in another process. */
  snapshot(): Promise<Snapshot>;
  /**
   * Makes the files what they were in a snapshot. To do it again after it was broken off gives the same.
   *
   * @param id    as `snapshot` gave it
   * @param since the newest snapshot of the run. A file that differs from both was changed by somebody else, and is not lost: it is kept beside. Without it, nobody else
   *   has changed any.
   */
  restore(id: string, since?: string): Promise<Restored>;
}
