import { createHash } from "node:crypto";
import { mkdirSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

const HEX_DIGITS = 24;

/** Place of a folder's snapshots on the machine that stored them. Both are real paths. */
export interface SnapshotsPlace {
  readonly folder: string;
  /** The folder that holds the snapshots of this folder and of others. */
  readonly store: string;
}

/** @internal The folder's own place in its store. */
export function pathOfPlace({ folder, store }: SnapshotsPlace): string {
  return path.join(store, createHash("sha256").update(folder).digest("hex").slice(0, HEX_DIGITS));
}

/**
 * @internal Finds where the snapshots of a folder are kept. The store is made if there is none.
 *
 * @param folder its real path
 * @param store  default the user's folder for states of programs, by the XDG base directory specification
 * @throws {RangeError} if that lies inside the folder
 */
export function placeFor(folder: string, store: string = userStore()): SnapshotsPlace {
  if (isInside(folder, path.resolve(store))) refuse(folder, store);
  mkdirSync(store, { recursive: true, mode: 0o700 });
  const real = realpathSync(store);
  if (isInside(folder, real)) refuse(folder, store);
  return { folder, store: real };
}

function isInside(folder: string, place: string): boolean {
  const way = path.relative(folder, place);
  return way === "" || (way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}

function refuse(folder: string, store: string): never {
  throw new RangeError(
    `Expected \`workspace.store\` to lie outside of the folder ${JSON.stringify(folder)}, got ${JSON.stringify(store)}.`,
  );
}

/** The environment alone says where the user keeps such things. */
function userStore(): string {
  const state = process.env["XDG_STATE_HOME"];
  const base =
    state !== undefined && path.isAbsolute(state) ? state : path.join(homedir(), ".local", "state");
  return path.join(base, "langgraph-rollback", "workspaces");
}
