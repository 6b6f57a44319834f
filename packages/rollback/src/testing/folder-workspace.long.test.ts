import { spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, describe, it } from "vitest";

import { FolderWorkspace } from "../workspace/folder-workspace.ts";
import { testWorkspace } from "./test-workspace.ts";

const base = mkdtempSync(path.join(tmpdir(), "folder-workspace-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** A folder, and what is opened over it. */
interface Folder {
  readonly folder: string;
  readonly opened: FolderWorkspace[];
}

const at = ({ folder }: Folder, name: string): string => path.join(folder, name);

const listed = (folder: Folder, kind: "isFile" | "isDirectory"): readonly string[] =>
  readdirSync(folder.folder, { recursive: true, encoding: "utf8" }).filter((each) =>
    lstatSync(at(folder, each))[kind](),
  );

testWorkspace<Folder>(() => ({ folder: mkdtempSync(path.join(base, "folder-")), opened: [] }), {
  describe,
  it,
  name: "FolderWorkspace",
  open: async ({ folder, opened }) => {
    const workspace = await FolderWorkspace.open({ folder, store: path.join(base, "store") });
    opened.push(workspace);
    return workspace;
  },
  write: (folder, name, content) => {
    mkdirSync(path.dirname(at(folder, name)), { recursive: true });
    writeFileSync(at(folder, name), content);
  },
  read: (folder, name) => readFileSync(at(folder, name)),
  remove: (folder, name) => rmSync(at(folder, name), { recursive: true }),
  list: (folder) => listed(folder, "isFile"),
  folders: {
    make: (folder, name) => mkdirSync(at(folder, name), { recursive: true }),
    list: (folder) => listed(folder, "isDirectory"),
  },
  modes: {
    set: (folder, name, mode) => chmodSync(at(folder, name), mode),
    get: (folder, name) => statSync(at(folder, name)).mode & 0o777,
  },
  spoil: (folder, name) => spawnSync("mkfifo", [at(folder, name)]),
  close: async ({ opened }) => {
    for (const each of opened) await each.close();
  },
});
