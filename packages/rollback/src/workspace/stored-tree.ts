import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { LINK_MODE, isSameContent, parentOf, type FileTree, type StoredEntry } from "./file-entry.ts";
import { git, type Shadow } from "./git.ts";
import { isProgram, manifestOf, parseManifest } from "./manifest.ts";
import { hashed } from "./store-contents.ts";

/** Inside git's tree of a snapshot: the files, and beside them what git does not keep of them. */
const FILES = "files/";
const MANIFEST = "manifest.json";

/** A path as git takes it: of links named `.gitmodules`, or inside a folder of this name, it takes none. */
const gitPath = (at: string): string => FILES + at.replaceAll(/(?<=^|\/)(?=%|\.gitmodules(?:\/|$))/gi, "%");

/** @returns `undefined` for what is no file of the workspace */
const pathOf = (stored: string): string | undefined =>
  stored.startsWith(FILES) ? stored.slice(FILES.length).replaceAll(/(?<=^|\/)%/g, "") : undefined;

const gitMode = ({ kind, mode }: StoredEntry): string =>
  kind === "link" ? "120000" : isProgram(mode) ? "100755" : "100644";

/** @internal Writes trees of git whose contents are stored. It remembers the last one, so that the next costs what differs. */
export class TreeWriter {
  readonly #shadow: Shadow;
  readonly #index: string;
  /** Entries of the index; `undefined` where that is not known. */
  #held: ReadonlyMap<string, StoredEntry> | undefined;

  /** @param index a file that no other process uses */
  constructor(shadow: Shadow, index: string) {
    this.#shadow = shadow;
    this.#index = index;
  }

  /**
   * Stores files as a tree, under a reference: git never removes it.
   *
   * @returns git's id of it: the same for the same files
   */
  async write(tree: FileTree): Promise<string> {
    const manifest = `${this.#index}.manifest`;
    const env = { GIT_INDEX_FILE: this.#index };
    // Somebody may have tidied up.
    const held = existsSync(this.#index) ? this.#held : undefined;
    this.#held = undefined;
    if (held === undefined) rmSync(this.#index, { force: true });
    mkdirSync(path.dirname(this.#index), { recursive: true });
    try {
      writeFileSync(manifest, JSON.stringify(manifestOf(tree)), { mode: 0o600 });
      const [oid = ""] = await hashed(this.#shadow, [path.resolve(manifest)]);
      const lines = [`100644 ${oid}\t${MANIFEST}\0`, ...changesBetween(held ?? new Map(), tree.files)];
      await git(this.#shadow, ["update-index", "-z", "--index-info"], {
        input: lines.join(""),
        env,
        isQuiet: true,
      });
    } finally {
      rmSync(manifest, { force: true });
    }
    const id = (await git(this.#shadow, ["write-tree", "--missing-ok"], { env })).toString().trim();
    this.#held = tree.files;
    await git(this.#shadow, ["update-ref", `refs/snapshots/${id}`, id]);
    return id;
  }

  /** Removes the file of its own. */
  close(): void {
    this.#held = undefined;
    rmSync(this.#index, { force: true });
  }
}

/** Lines for git that make an index with some entries one with others. What is gone comes first: a file may have become a folder. */
function changesBetween(
  before: ReadonlyMap<string, StoredEntry>,
  after: ReadonlyMap<string, StoredEntry>,
): readonly string[] {
  const nobody = "0".repeat(40);
  const gone = [...before.keys()].filter((each) => !after.has(each));
  const changed = [...after].filter(([each, entry]) => {
    const old = before.get(each);
    return old === undefined || !isSameContent(old, entry) || gitMode(old) !== gitMode(entry);
  });
  return [
    ...gone.map((each) => `0 ${nobody}\t${gitPath(each)}\0`),
    ...changed.map(([each, entry]) => `${gitMode(entry)} ${entry.oid}\t${gitPath(each)}\0`),
  ];
}

/**
 * @internal Reads the files of a snapshot.
 *
 * @throws {Error} if there is no such snapshot
 */
export async function readTree(shadow: Shadow, id: string): Promise<FileTree> {
  if (!/^[0-9a-f]{40,64}$/.test(id)) throw new Error(`"${id}" is no id of a snapshot.`);
  const listed = (await git(shadow, ["ls-tree", "-r", "-z", "--full-tree", id])).toString().split("\0");
  const entries = listed.flatMap((line) => {
    const [, mode, oid, at] = /^(\d+) blob ([0-9a-f]+)\t([^]+)$/.exec(line) ?? [];
    return mode === undefined || oid === undefined || at === undefined ? [] : [{ mode, oid, at }];
  });
  const oid = entries.find(({ at }) => at === MANIFEST)?.oid;
  if (oid === undefined) throw new Error(`"${id}" is no id of a snapshot.`);
  const manifest = parseManifest((await git(shadow, ["cat-file", "blob", oid])).toString());
  const { usual, emptyFolders, unstored } = manifest;
  const modes = new Map(manifest.modes);
  const files = new Map<string, StoredEntry>();
  const folders = new Map<string, number>();
  const addFolders = (inside: string): void => {
    if (folders.has(inside)) return;
    folders.set(inside, modes.get(inside) ?? usual.folder);
    if (inside !== "") addFolders(parentOf(inside));
  };
  addFolders("");
  emptyFolders.forEach(addFolders);
  for (const { mode, oid: content, at } of entries) {
    const file = pathOf(at);
    if (file === undefined) continue;
    addFolders(parentOf(file));
    const otherwise = mode === "100755" ? usual.program : usual.file;
    files.set(
      file,
      mode === "120000"
        ? { kind: "link", mode: LINK_MODE, oid: content }
        : { kind: "file", mode: modes.get(file) ?? otherwise, oid: content },
    );
  }
  for (const at of [...files.keys(), ...folders.keys()])
    if (!isInside(at))
      throw new Error(`The snapshot names ${JSON.stringify(at)}, which lies outside of its folder.`);
  return { files, folders, unstored: new Map(unstored) };
}

/** Whether a path of a snapshot lies in its folder. Ours all do. */
const isInside = (at: string): boolean =>
  at === "" || at.split("/").every((part) => part !== "" && part !== "." && part !== "..");

/** @internal The text of a file; `undefined` if there is none. */
export function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
