/** Files that an attempt changed. Plain JSON; all text is untrusted. */
export interface FilesView {
  /** In the order of their paths. */
  readonly changes: readonly ChangedFileView[];
  /** How many more it changed. */
  readonly more: number;
  /** Why the files cannot be read, as a sentence; there are no changes then. */
  readonly missing?: string;
}

/** A file or link where an attempt began, or where it ended. */
export interface FileStateView {
  readonly kind: "file" | "link";
  /** Permission bits. */
  readonly mode: number;
  /** Bytes; of a link, those of its target. */
  readonly size: number;
}

/** A file that an attempt changed. */
export interface ChangedFileView {
  readonly path: string;
  readonly change: "added" | "changed" | "deleted";
  /** Absent if it was added. */
  readonly before?: FileStateView;
  /** Absent if it was deleted. */
  readonly after?: FileStateView;
  /** The difference as unified lines, from the first `@@` on; absent where there is none to show. */
  readonly difference?: string;
  /** Sentence about a part of the difference that is not shown, and why. */
  readonly left?: string;
}
