import { mkdirSync, realpathSync } from "node:fs";

import { GitMissingError } from "../errors/git-missing-error.ts";
import { takeFolder } from "./folder-lease.ts";
import { FolderWorkspace } from "./folder-workspace.ts";
import { pathOfPlace, placeFor, type SnapshotsPlace } from "./store-place.ts";
import type { FolderSource, WorkspaceOptions } from "./workspace-source.ts";
import type { Workspace } from "./workspace.ts";

/** A workspace that a run has to itself. */
interface Held {
  readonly workspace: Workspace;
  /** Absent for functions of the user's, and for a folder that cannot be stored. */
  readonly place?: SnapshotsPlace;
  /** As {@link FolderWorkspace.changedSince}; absent where `place` is. */
  readonly changedSince?: (id: string) => Promise<readonly string[]>;
  readonly release: () => Promise<void>;
}

/** Workspaces of runs in progress, by the options of their graphs and by their threads. */
const held = new WeakMap<object, Map<string, Held>>();

/** @internal The workspace of a run in progress on a thread; `undefined` if it has none. */
export const workspaceOf = (source: WorkspaceOptions | undefined, threadId: string): Workspace | undefined =>
  source === undefined ? undefined : held.get(source)?.get(threadId)?.workspace;

/** @internal Place of the snapshots of that workspace. */
export const snapshotsPlaceOf = (
  source: WorkspaceOptions | undefined,
  threadId: string,
): SnapshotsPlace | undefined => (source === undefined ? undefined : held.get(source)?.get(threadId)?.place);

/** @internal Paths of files in that workspace whose content differs from a snapshot; none where functions of the user's store the files. */
export const changedSince = async (
  source: WorkspaceOptions | undefined,
  threadId: string,
  id: string,
): Promise<readonly string[]> =>
  source === undefined ? [] : ((await held.get(source)?.get(threadId)?.changedSince?.(id)) ?? []);

/**
 * @internal Takes the workspace of a thread for a run, until the returned function is called. A folder that cannot be stored for another reason than these does not
 * keep the run from running: its snapshots fail.
 *
 * @throws {WorkspaceBusyError} if another run has the folder
 * @throws {GitMissingError} if it is stored by git, and there is none
 * @throws {RangeError} if its snapshots would lie inside it
 */
export async function takeWorkspace(
  source: WorkspaceOptions | undefined,
  threadId: string,
): Promise<() => Promise<void>> {
  if (source === undefined) return () => Promise.resolve();
  const threads = held.get(source) ?? new Map<string, Held>();
  held.set(source, threads);
  // The thread's lock lets one run at a time in.
  if (threads.has(threadId)) return () => Promise.resolve();
  const taken = "folder" in source ? await folderOf(source, threadId) : ownWorkspace(source);
  threads.set(threadId, taken);
  return async () => {
    threads.delete(threadId);
    await taken.release();
  };
}

const ownWorkspace = (workspace: Workspace): Held => ({ workspace, release: () => Promise.resolve() });

async function folderOf({ folder: given, ignore, store }: FolderSource, threadId: string): Promise<Held> {
  const folder = typeof given === "string" ? given : given(threadId);
  let free = (): void => {};
  try {
    mkdirSync(folder, { recursive: true });
    const real = realpathSync(folder);
    const place = placeFor(real, store);
    free = takeFolder(pathOfPlace(place), real);
    const workspace = await FolderWorkspace.open({ folder, ignore, store });
    const release = (): Promise<void> => closed(workspace, free);
    return { workspace, place, changedSince: (id) => workspace.changedSince(id), release };
  } catch (error) {
    free();
    if (!isOfSystem(error)) throw error;
    const fails = (): Promise<never> => Promise.reject(error);
    return { workspace: { snapshot: fails, restore: fails }, release: () => Promise.resolve() };
  }
}

async function closed(workspace: FolderWorkspace, free: () => void): Promise<void> {
  try {
    await workspace.close();
  } catch {
    // The run is over, and its result is not the workspace's to take.
  } finally {
    free();
  }
}

/** Whether an error is the system's, and not one about how the workspace is used. */
const isOfSystem = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof GitMissingError) &&
  !(error instanceof RangeError) &&
  !("code" in error && error.code === "WORKSPACE_BUSY");
