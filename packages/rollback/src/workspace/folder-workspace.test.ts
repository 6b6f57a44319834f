import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  chmodSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { GitMissingError } from "../errors/git-missing-error.ts";
import { FolderWorkspace } from "./folder-workspace.ts";

const base = mkdtempSync(path.join(tmpdir(), "workspace-"));
const folder = path.join(base, "folder");
const store = path.join(base, "store");
const at = (name: string): string => path.join(folder, name);
const read = (name: string): string => readFileSync(at(name), "utf8");

let workspace: FolderWorkspace;
beforeEach(async () => {
  mkdirSync(folder);
  workspace = await FolderWorkspace.open({ folder, store, ignore: ["ignored"] });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await workspace.close();
  for (const each of readdirSync(base)) rmSync(path.join(base, each), { recursive: true });
});
afterAll(() => rmSync(base, { recursive: true }));

describe("a snapshot", () => {
  it("has the same id for the same files", async () => {
    writeFileSync(at("a"), "1");
    const { id } = await workspace.snapshot();
    writeFileSync(at("a"), "2");
    const other = await workspace.snapshot();
    writeFileSync(at("a"), "1");
    expect(other.id).not.toBe(id);
    expect(await workspace.snapshot()).toEqual({ id });
  });

  it("sees a change of the same length in the same moment", async () => {
    for (let round = 0; round < 3; round += 1) {
      writeFileSync(at("a"), "1");
      const { id } = await workspace.snapshot();
      writeFileSync(at("a"), "2");
      expect((await workspace.snapshot()).id).not.toBe(id);
    }
  });

  it("tells what cannot be stored, and a restore leaves it alone", async () => {
    spawnSync("mkfifo", [at("pipe")]);
    writeFileSync(at("a"), "1");
    const { id, problems } = await workspace.snapshot();
    expect(problems).toEqual([{ path: "pipe", reason: "It is no file: a socket, a pipe or a device." }]);
    rmSync(at("a"));
    expect(await workspace.restore(id)).toMatchObject({ written: 1, removed: 0 });
    expect(lstatSync(at("pipe")).isFIFO()).toBe(true);
  });

  it("is whole, also if somebody has tidied up the store meanwhile", async () => {
    writeFileSync(at("a"), "1");
    await workspace.snapshot();
    for (const each of readdirSync(store))
      for (const own of readdirSync(path.join(store, each)))
        if (own.startsWith("own-")) rmSync(path.join(store, each, own), { recursive: true });
    writeFileSync(at("b"), "2");
    const { id } = await workspace.snapshot();
    rmSync(at("a"));
    await workspace.restore(id);
    expect([read("a"), read("b")]).toEqual(["1", "2"]);
  });

  it("needs git", async () => {
    vi.stubEnv("PATH", "/nowhere");
    writeFileSync(at("a"), "1");
    await expect(workspace.snapshot()).rejects.toThrow(GitMissingError);
    await expect(FolderWorkspace.open({ folder, store: path.join(base, "other") })).rejects.toMatchObject({
      code: "GIT_MISSING",
    });
  });

  it("heeds neither the user's configuration nor the variables of a git around it", async () => {
    const config = path.join(base, "config");
    writeFileSync(config, "[core]\n\tautocrlf = true\n\thooksPath = /nowhere\n[gc]\n\tauto = 1\n");
    vi.stubEnv("GIT_CONFIG_GLOBAL", config);
    vi.stubEnv("GIT_DIR", path.join(base, "nowhere"));
    vi.stubEnv("GIT_INDEX_FILE", path.join(base, "nowhere/index"));
    writeFileSync(at("a"), "1\r\n");
    const { id } = await workspace.snapshot();
    writeFileSync(at("a"), "2\n");
    await workspace.restore(id);
    expect(read("a")).toBe("1\r\n");
    expect(existsSync(path.join(base, "nowhere"))).toBe(false);
  });

  it("is not kept inside the folder", async () => {
    const inside = FolderWorkspace.open({ folder, store: at("store") });
    await expect(inside).rejects.toThrow(/Expected `workspace.store` to lie outside of the folder/);
    symlinkSync(folder, path.join(base, "link"));
    const linked = FolderWorkspace.open({ folder, store: path.join(base, "link/store") });
    await expect(linked).rejects.toThrow(RangeError);
  });

  it("is by default kept where the user keeps the states of programs", async () => {
    vi.stubEnv("XDG_STATE_HOME", path.join(base, "state"));
    await (await FolderWorkspace.open({ folder })).close();
    const [kept = ""] = readdirSync(path.join(base, "state/langgraph-rollback/workspaces"));
    const text = readFileSync(path.join(base, "state/langgraph-rollback/workspaces", kept, "folder"), "utf8");
    expect(text.trim()).toMatch(/\/folder$/);
  });
});

describe("a restore", () => {
  it("does not lose what somebody else has changed since the run's last snapshot", async () => {
    writeFileSync(at("notes"), "start");
    writeFileSync(at("code"), "start");
    const start = await workspace.snapshot();
    writeFileSync(at("notes"), "attempt");
    writeFileSync(at("code"), "attempt");
    const end = await workspace.snapshot();
    writeFileSync(at("notes"), "person");
    writeFileSync(at("new"), "person's own");
    const digits = end.id.slice(0, 8);
    const conflicts = [`new.conflict-${digits}`, `notes.conflict-${digits}`];
    expect(await workspace.restore(start.id, end.id)).toMatchObject({ written: 2, conflicts });
    expect([read("notes"), read("code")]).toEqual(["start", "start"]);
    expect(conflicts.map(read)).toEqual(["person's own", "person"]);
    // No later snapshot and no later restore touches them.
    expect((await workspace.snapshot()).id).toBe(start.id);
    expect(await workspace.restore(end.id, start.id)).toMatchObject({ written: 2, removed: 0 });
    expect(readdirSync(folder).toSorted()).toEqual(
      ["code", "new", "notes", ...conflicts].toSorted().filter((each) => each !== "new"),
    );
  });

  it("keeps a second copy beside a first one", async () => {
    writeFileSync(at("a"), "1");
    const { id } = await workspace.snapshot();
    const paths: string[] = [];
    for (const text of ["2", "3"]) {
      writeFileSync(at("a"), text);
      paths.push(...((await workspace.restore(id, id)).conflicts ?? []));
    }
    const copy = `a.conflict-${id.slice(0, 8)}`;
    expect(paths).toEqual([copy, copy, `${copy}-2`]);
    expect([read("a"), read(copy), read(`${copy}-2`)]).toEqual(["1", "2", "3"]);
  });

  it("leaves ignored files where they are, whatever the folder's own rules say", async () => {
    writeFileSync(at("a"), "1");
    const { id } = await workspace.snapshot();
    mkdirSync(at("ignored"));
    mkdirSync(at("later/ignored"), { recursive: true });
    for (const name of ["ignored/x", "later/ignored/y", "later/z", ".gitignore"])
      writeFileSync(at(name), "*");
    expect(await workspace.restore(id)).toMatchObject({
      removed: 2,
      problems: [{ path: "later", reason: "The folder stays, as something in it is left alone." }],
    });
    expect([existsSync(at("ignored/x")), existsSync(at("later/ignored/y"))]).toEqual([true, true]);
    expect([existsSync(at(".gitignore")), existsSync(at("later/z"))]).toEqual([false, false]);
  });

  it("does not write through a link or into another name of a file", async () => {
    const outside = path.join(base, "outside");
    mkdirSync(outside);
    writeFileSync(path.join(outside, "a"), "theirs");
    mkdirSync(at("sub"));
    writeFileSync(at("sub/a"), "1");
    writeFileSync(at("b"), "theirs");
    chmodSync(at("b"), 0o600);
    const { id } = await workspace.snapshot();
    rmSync(at("sub"), { recursive: true });
    symlinkSync(outside, at("sub"));
    rmSync(at("b"));
    linkSync(path.join(outside, "a"), at("b"));
    chmodSync(at("b"), 0o644);
    await workspace.restore(id);
    expect(read("sub/a")).toBe("1");
    expect([read("b"), statSync(at("b")).mode & 0o777]).toEqual(["theirs", 0o600]);
    appendFileSync(at("b"), "!");
    expect(readFileSync(path.join(outside, "a"), "utf8")).toBe("theirs");
    expect(statSync(path.join(outside, "a")).mode & 0o777).toBe(0o644);
  });

  it("gives links, modes and empty folders back", async () => {
    symlinkSync("/nowhere/at/all", at("link"));
    mkdirSync(at("empty/inner"), { recursive: true });
    chmodSync(at("empty"), 0o711);
    writeFileSync(at("secret"), "s", { mode: 0o600 });
    const { id } = await workspace.snapshot();
    for (const name of readdirSync(folder)) rmSync(at(name), { recursive: true });
    await workspace.restore(id);
    expect(readlinkSync(at("link"))).toBe("/nowhere/at/all");
    expect(statSync(at("empty")).mode & 0o777).toBe(0o711);
    expect(statSync(at("secret")).mode & 0o777).toBe(0o600);
    expect(readdirSync(at("empty"))).toEqual(["inner"]);
  });

  it("refuses what is no snapshot, and changes nothing then", async () => {
    writeFileSync(at("a"), "1");
    await expect(workspace.restore("--help")).rejects.toThrow('"--help" is no id of a snapshot.');
    await expect(workspace.restore("0".repeat(40))).rejects.toThrow("git ls-tree");
    expect(read("a")).toBe("1");
  });
});
