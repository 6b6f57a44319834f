import type { Workspace } from "./workspace.ts";

/** A folder of this machine whose files go back together with a run's state. */
export interface FolderSource {
  /** Path of the folder, which is made if there is none; or a function that gives each thread a folder of its own. */
  readonly folder: string | ((threadId: string) => string);
  /** Paths that are neither stored nor put back, as lines of a `.gitignore` file. The folder's own `.gitignore` files are not heeded. Default: none. */
  readonly ignore?: readonly string[];
  /**
   * Folder that keeps the snapshots, outside of `folder`. Default: `langgraph-rollback/workspaces` in the user's folder for states of programs (`XDG_STATE_HOME`, else
   * `~/.local/state`).
   */
  readonly store?: string;
}

/** Source of the files that go back together with a run's state: a folder, or functions of yours that store and restore them. */
export type WorkspaceOptions = FolderSource | Workspace;
