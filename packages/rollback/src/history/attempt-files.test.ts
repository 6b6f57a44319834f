import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";

import { FolderWorkspace } from "../workspace/folder-workspace.ts";
import { pathOfPlace } from "../workspace/store-place.ts";
import { exportAttemptFiles, withAttemptChanges } from "./attempt-files.ts";
import type { AttemptFiles } from "./attempt-record.ts";

const base = realpathSync(mkdtempSync(path.join(tmpdir(), "attempt-files-")));
const folder = path.join(base, "folder");
const place = { folder, store: path.join(base, "store") };
const out = path.join(base, "out");
const at = (name: string): string => path.join(folder, name);
afterAll(() => rmSync(base, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(base, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});

/** The record of an attempt that began with some files and did something to them. */
async function attempt(act: () => void): Promise<AttemptFiles & { readonly end: string }> {
  const workspace = await FolderWorkspace.open(place);
  const { id: start } = await workspace.snapshot();
  act();
  const { id: end } = await workspace.snapshot();
  await workspace.close();
  return { place, start, end };
}

/** Changes in short: path, change, and the difference or why there is none. */
const told = (files: AttemptFiles, store?: string) =>
  withAttemptChanges(
    files,
    async (changes) => {
      const lines: (readonly string[])[] = [];
      for (const file of changes.files) {
        const difference = await changes.difference(file);
        lines.push([file.path, file.change, "lines" in difference ? difference.lines : difference.reason]);
      }
      return lines;
    },
    { store },
  );

/** A snapshot's id for a tree that git's own commands would never make. */
function hostileTree(entries: readonly (readonly [mode: string, type: string, name: string, oid: string])[]) {
  const args = [`--git-dir=${path.join(pathOfPlace(place), "git")}`, "hash-object", "-w", "--literally"];
  const input = Buffer.concat(
    entries.map(([mode, , name, oid]) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, "hex")]),
    ),
  );
  return execFileSync("git", [...args, "-t", "tree", "--stdin"], { input })
    .toString()
    .trim();
}

const blob = (content: string): string =>
  execFileSync("git", [`--git-dir=${path.join(pathOfPlace(place), "git")}`, "hash-object", "-w", "--stdin"], {
    input: content,
  })
    .toString()
    .trim();

const manifest = (emptyFolders: readonly string[] = []): string =>
  blob(
    JSON.stringify({
      version: 1,
      usual: { file: 0o644, program: 0o755, folder: 0o755 },
      modes: [],
      emptyFolders,
      unstored: [],
    }),
  );

describe("the files that an attempt changed", () => {
  it("are those that were added, changed and deleted, with their differences", async () => {
    writeFileSync(at("kept"), "same");
    writeFileSync(at("gone"), "a\n");
    writeFileSync(at("notes.md"), "one\ntwo\n");
    const files = await attempt(() => {
      rmSync(at("gone"));
      writeFileSync(at("new\nname"), "b\n");
      writeFileSync(at("notes.md"), "one\n2\n");
    });
    expect(await told(files)).toEqual([
      ["gone", "deleted", "@@ -1 +0,0 @@\n-a\n"],
      ["new\nname", "added", "@@ -0,0 +1 @@\n+b\n"],
      ["notes.md", "changed", "@@ -1,2 +1,2 @@\n one\n-two\n+2\n"],
    ]);
  });

  it("have sizes, modes and kinds", async () => {
    writeFileSync(at("run"), "12345", { mode: 0o600 });
    const files = await attempt(() => {
      chmodSync(at("run"), 0o755);
      symlinkSync("run", at("link"));
    });
    const [link, run] = await withAttemptChanges(files, ({ files: all }) => Promise.resolve(all));
    expect(link).toMatchObject({ change: "added", after: { kind: "link", size: 3 } });
    expect(run).toMatchObject({
      change: "changed",
      before: { mode: 0o600, size: 5 },
      after: { mode: 0o755 },
    });
  });

  it("have no lines where only the mode changed, for binary files, and for large ones", async () => {
    writeFileSync(at("run"), "1");
    const files = await attempt(() => {
      chmodSync(at("run"), 0o755);
      writeFileSync(at("binary"), Buffer.from([0, 1, 2]));
      writeFileSync(at("empty"), "");
      writeFileSync(at("large"), "x".repeat(1_000_001));
    });
    expect((await told(files)).map(([name, , why]) => [name, why])).toEqual([
      ["binary", "binary"],
      ["empty", "same"],
      ["large", "large"],
      ["run", "same"],
    ]);
  });

  it("are none where an attempt changed none", async () => {
    expect(await told(await attempt(() => {}))).toEqual([]);
  });

  it("are compared by no program that the folder or its store names", async () => {
    writeFileSync(at("a"), "1\n");
    const files = await attempt(() => {
      writeFileSync(at("a"), "2\n");
      writeFileSync(at(".gitattributes"), "* diff=evil\n");
    });
    const ran = path.join(base, "ran");
    const repository = path.join(pathOfPlace(place), "git");
    writeFileSync(
      path.join(repository, "config"),
      `[diff "evil"]\n\tcommand = touch ${ran}\n\ttextconv = touch ${ran};\n[diff]\n\texternal = touch ${ran}\n`,
    );
    writeFileSync(path.join(repository, "info/attributes"), "* diff=evil\n");
    expect((await told(files)).map(([name]) => name)).toEqual([".gitattributes", "a"]);
    expect(readdirSync(base)).not.toContain("ran");
  });
});

describe("an export", () => {
  it("has contents, modes, links and empty folders of the attempt's end", async () => {
    const files = await attempt(() => {
      mkdirSync(at("src/empty"), { recursive: true });
      writeFileSync(at("src/run"), Buffer.from([255, 0, 10]));
      chmodSync(at("src/run"), 0o750);
      symlinkSync("/etc/passwd", at("link"));
    });
    expect(await exportAttemptFiles(files, out)).toEqual({ written: 2 });
    expect(readdirSync(out, { recursive: true, encoding: "utf8" }).toSorted()).toEqual([
      "link",
      "src",
      "src/empty",
      "src/run",
    ]);
    expect([...readFileSync(path.join(out, "src/run"))]).toEqual([255, 0, 10]);
    expect(lstatSync(path.join(out, "src/run")).mode & 0o7777).toBe(0o750);
    expect(readlinkSync(path.join(out, "link"))).toBe("/etc/passwd");
  });

  it("goes into a folder that is new or empty alone", async () => {
    const files = await attempt(() => writeFileSync(at("a"), "1"));
    mkdirSync(out);
    await exportAttemptFiles(files, out);
    await expect(exportAttemptFiles(files, out)).rejects.toThrow("an empty or a new folder");
  });

  it.each<readonly [string, () => string]>([
    [
      "a file",
      () => hostileTree([["40000", "tree", "..", hostileTree([["100644", "blob", "evil", blob("x")]])]]),
    ],
    ["a file of the same name", () => hostileTree([["100644", "blob", "..", blob("x")]])],
  ])("writes nothing where a snapshot names %s outside of it", async (_, inside) => {
    const files = await attempt(() => writeFileSync(at("a"), "1"));
    const end = hostileTree([
      ["40000", "tree", "files", inside()],
      ["100644", "blob", "manifest.json", manifest()],
    ]);
    await expect(exportAttemptFiles({ ...files, end }, out)).rejects.toMatchObject({
      code: "SNAPSHOTS_MISSING",
      message: expect.stringContaining("outside of its folder"),
    });
    expect(readdirSync(base).toSorted()).toEqual(["folder", "store"]);
  });

  it("makes no empty folder outside of it", async () => {
    const files = await attempt(() => writeFileSync(at("a"), "1"));
    const end = hostileTree([["100644", "blob", "manifest.json", manifest(["../evil"])]]);
    await expect(exportAttemptFiles({ ...files, end }, out)).rejects.toThrow("outside of its folder");
    expect(readdirSync(base).toSorted()).toEqual(["folder", "store"]);
  });

  it("writes nothing through a link that a snapshot has", async () => {
    const files = await attempt(() => writeFileSync(at("a"), "1"));
    const through = hostileTree([["100644", "blob", "evil", blob("x")]]);
    const end = hostileTree([
      [
        "40000",
        "tree",
        "files",
        hostileTree([
          ["120000", "blob", "way", blob(base)],
          ["40000", "tree", "way", through],
        ]),
      ],
      ["100644", "blob", "manifest.json", manifest()],
    ]);
    const { problems = [] } = await exportAttemptFiles({ ...files, end }, out);
    expect(problems).toHaveLength(1);
    expect(readdirSync(base).toSorted()).toEqual(["folder", "out", "store"]);
    expect(lstatSync(path.join(out, "way")).isDirectory()).toBe(true);
  });
});

describe("snapshots that cannot be read", () => {
  const missing = (why: string) => ({ code: "SNAPSHOTS_MISSING", message: expect.stringContaining(why) });

  it("are those of functions of one's own", async () => {
    await expect(told({ start: "image-1", end: "image-2" })).rejects.toMatchObject(
      missing("names no folder"),
    );
  });

  it("are those of another machine", async () => {
    const files = await attempt(() => {});
    const store = path.join(base, "elsewhere");
    await expect(told({ ...files, place: { folder, store } })).rejects.toMatchObject(missing(store));
    expect(await told({ ...files, place: { folder, store } }, place.store)).toEqual([]);
  });

  it("are those that were deleted, or never stored", async () => {
    const files = await attempt(() => {});
    const id = "0".repeat(40);
    await expect(told({ ...files, end: id })).rejects.toMatchObject(missing("a snapshot is not there"));
    await expect(told({ place, end: id })).rejects.toMatchObject(missing("where the attempt began"));
  });

  it("are all of them without git", async () => {
    const files = await attempt(() => {});
    vi.stubEnv("PATH", base);
    await expect(told(files)).rejects.toMatchObject({ code: "GIT_MISSING" });
    vi.unstubAllEnvs();
  });
});
