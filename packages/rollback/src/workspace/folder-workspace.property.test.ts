import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

import { folderPicture } from "./fixtures/folder-picture.ts";
import { carryOut, edits, type Edit } from "./fixtures/random-edits.ts";
import { FolderWorkspace } from "./folder-workspace.ts";
import type { Restored } from "./workspace.ts";

/** `WORKSPACE_ROUNDS=1000 npm run test:all -- folder-workspace.property` tries a thousand: about half an hour of one core. */
const ROUNDS = Number(process.env["WORKSPACE_ROUNDS"] ?? (inject("allRounds") ? 20 : 8));
const SEED = 20_261_128;

const base = mkdtempSync(path.join(tmpdir(), "workspace-"));
const outside = path.join(base, "outside");
const template = path.join(base, "template");
afterAll(() => rmSync(base, { recursive: true, force: true }));

const isLeftAlone = (name: string): boolean => name === ".git" || name === "node_modules";

/** A folder inside a user's repository, which has all that a git of ours might touch. */
beforeAll(() => {
  mkdirSync(template);
  spawnSync("git", ["init", "-q"], { cwd: template });
  writeFileSync(path.join(template, "tracked"), "1");
  spawnSync("git", ["add", "tracked"], { cwd: template });
  writeFileSync(path.join(template, ".git/hooks/post-checkout"), "#!/bin/sh\ntouch hooked\n", {
    mode: 0o755,
  });
  writeFileSync(path.join(template, ".git/index.lock"), "");
  mkdirSync(path.join(template, "node_modules"));
  writeFileSync(path.join(template, "node_modules/package.js"), "kept");
});

function begin(folder: string): void {
  for (const each of readdirSync(base))
    if (each !== "template") rmSync(path.join(base, each), { recursive: true });
  cpSync(template, folder, { recursive: true });
  mkdirSync(outside);
  writeFileSync(path.join(outside, "kept"), "not ours");
}

/** The folder without what a restore leaves alone, and without folders that stay for its sake. */
function shown(folder: string, { problems = [] }: Partial<Restored> = {}): ReadonlyMap<string, string> {
  const staying = new Set(problems.map(({ path: at }) => `/${at}`));
  return new Map([...folderPicture(folder, isLeftAlone)].filter(([at]) => !staying.has(at)));
}

async function goBack(
  before: readonly Edit[],
  attempt: readonly Edit[],
  again: readonly Edit[],
): Promise<void> {
  const folder = path.join(base, "folder");
  begin(folder);
  const options = { folder, store: path.join(base, "store"), ignore: ["node_modules/"] };
  const workspace = await FolderWorkspace.open(options);
  carryOut(folder, before);
  const start = await workspace.snapshot();
  const atStart = shown(folder);
  carryOut(folder, attempt);
  const middle = await workspace.snapshot();
  carryOut(folder, again);
  const end = await workspace.snapshot();
  const atEnd = shown(folder);
  const others = [folderPicture(outside), folderPicture(path.join(folder, ".git"))];

  const restored = await workspace.restore(start.id, end.id);
  expect(shown(folder, restored)).toEqual(atStart);
  expect(restored.conflicts ?? []).toEqual([]);
  expect(restored.replaced).toBe(end.id);
  expect(await workspace.restore(start.id, end.id)).toMatchObject({ written: 0, removed: 0 });
  await workspace.close();

  // Another process reads what this one has left.
  const other = await FolderWorkspace.open(options);
  if (before.length % 3 === 0) collectGarbage();
  const forth = await other.restore(end.id);
  expect(shown(folder, forth)).toEqual(atEnd);
  await other.restore(middle.id);
  const back = await other.restore(start.id);
  expect(shown(folder, back)).toEqual(atStart);
  await other.close();
  expect([folderPicture(outside), folderPicture(path.join(folder, ".git"))]).toEqual(others);
  expect(folderPicture(path.join(folder, "node_modules")).get("/package.js")).toBeDefined();
}

/** What nothing refers to is gone then. */
function collectGarbage(): void {
  const store = path.join(base, "store");
  for (const each of readdirSync(store))
    spawnSync("git", [`--git-dir=${path.join(store, each, "git")}`, "gc", "-q", "--prune=now"]);
}

it(
  "a restore gives the folder of the snapshot to the byte, and the failed attempt's can be had again",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        edits(outside, 12),
        edits(outside, 12),
        edits(outside, 6),
        async (before, attempt, again) => goBack(before, attempt, again),
      ),
      { numRuns: ROUNDS, seed: SEED, endOnFailure: true },
    );
  },
  3_000_000 + ROUNDS * 60_000,
);
