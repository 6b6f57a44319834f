import { isSameEntry, type FileTree, type StoredEntry } from "./file-entry.ts";
import { git, type Shadow } from "./git.ts";

/** A file or link as a snapshot has it. */
export interface FileState extends StoredEntry {
  /** Bytes of its content; of a link, of its target. */
  readonly size: number;
}

/** A file or link that differs between two snapshots. */
export interface ChangedFile {
  /** Inside the folder, with `/` between names. Agents choose names: untrusted text. */
  readonly path: string;
  readonly change: "added" | "changed" | "deleted";
  /** Absent where it was added. */
  readonly before?: FileState;
  /** Absent where it was deleted. */
  readonly after?: FileState;
}

/** @internal Files that differ between two snapshots, in the order of their paths. */
export async function changedFiles(
  shadow: Shadow,
  before: FileTree,
  after: FileTree,
): Promise<readonly ChangedFile[]> {
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])]
    .filter((path) => !isSameEntry(before.files.get(path), after.files.get(path)))
    .toSorted();
  const pairs = paths.map((path) => ({ path, was: before.files.get(path), is: after.files.get(path) }));
  const sizes = await sizesOf(
    shadow,
    pairs.flatMap(({ was, is }) => [was, is].flatMap((entry) => (entry === undefined ? [] : [entry.oid]))),
  );
  const stateOf = (entry: StoredEntry): FileState => ({ ...entry, size: sizes.get(entry.oid) ?? 0 });
  return pairs.map(({ path, was, is }) => ({
    path,
    change: was === undefined ? "added" : is === undefined ? "deleted" : "changed",
    ...(was === undefined ? {} : { before: stateOf(was) }),
    ...(is === undefined ? {} : { after: stateOf(is) }),
  }));
}

async function sizesOf(shadow: Shadow, oids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (oids.length === 0) return new Map();
  const input = [...new Set(oids)].map((oid) => `${oid}\n`).join("");
  const told = await git(shadow, ["cat-file", "--batch-check=%(objectname) %(objectsize)"], { input });
  const lines = told.toString().trimEnd().split("\n");
  return new Map(
    lines.map((line) => {
      const [oid = "", size] = line.split(" ");
      return [oid, Number(size)];
    }),
  );
}
