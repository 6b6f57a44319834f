/** Kinds of content that git stores: of a regular file, or the target of a symbolic link. */
export type EntryKind = "file" | "link";

/** A file or link of a snapshot. */
export interface StoredEntry {
  readonly kind: EntryKind;
  /** Permission bits, 0 to 0o7777. Of a link always 0o777. */
  readonly mode: number;
  /** Git's id of its content. */
  readonly oid: string;
}

/** @internal The files of a snapshot. Paths have `/` between names. */
export interface FileTree {
  readonly files: ReadonlyMap<string, StoredEntry>;
  /** Permission bits of each folder; that of the workspace itself has the path "". */
  readonly folders: ReadonlyMap<string, number>;
  /** Paths that were there and are not stored, with the reason. */
  readonly unstored: ReadonlyMap<string, string>;
}

/** @internal Permission bits of a link. No system sets them. */
export const LINK_MODE = 0o777;

/** @internal */
export const PERMISSIONS = 0o7777;

/** @internal */
export const isSameEntry = (a: StoredEntry | undefined, b: StoredEntry | undefined): boolean =>
  a?.kind === b?.kind && a?.oid === b?.oid && a?.mode === b?.mode;

/** @internal */
export const isSameContent = (a: StoredEntry | undefined, b: StoredEntry | undefined): boolean =>
  a?.kind === b?.kind && a?.oid === b?.oid;

/** @internal The folder that a path lies in; "" for that of the workspace itself. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** @internal Names of our own inside a workspace, which no snapshot has. */
export const OWN_NAMES: { readonly part: RegExp; readonly conflict: RegExp } = {
  /** A file that is being written. */
  part: /^\.langgraph-rollback-[\w-]+\.part$/,
  /** A copy of what somebody else had changed. */
  conflict: /\.conflict-[0-9a-f]{8}(?:-\d+)?$/,
};
