import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

import { afterAll, beforeEach, expect, it } from "vitest";

import { folderPicture } from "./fixtures/folder-picture.ts";
import { FolderWorkspace } from "./folder-workspace.ts";

/** `WORKSPACE_KILLS=100` kills more of them. */
const KILLS = Number(process.env["WORKSPACE_KILLS"] ?? 8);
/** Milliseconds between them: a worker has begun and ended its work within 800, on most machines. */
const STEP = 800 / KILLS;
const FILES = 400;
/** Bound on patience. A test that is given up goes on in the folder of the next one. */
const OPTIONS = { timeout: Math.max(1_200_000, KILLS * 60_000) };

const program = path.join(import.meta.dirname, "fixtures/restore-worker.ts");
/** Lets Node run the sources. */
const hooks = path.join(import.meta.dirname, "../../../../test/fixtures/typescript-hooks.mjs");
const sources = ["--conditions", "@langgraph-rollback/source", "--import", hooks];

const base = mkdtempSync(path.join(tmpdir(), "workspace-killed-"));
const folder = path.join(base, "folder");
const store = path.join(base, "store");
afterAll(() => rmSync(base, { recursive: true, force: true }));
beforeEach(() => {
  for (const each of readdirSync(base)) rmSync(path.join(base, each), { recursive: true });
  mkdirSync(folder);
});

function fill(text: string, from: number): void {
  for (let file = from; file < from + FILES; file += 1) {
    const inside = path.join(folder, `folder ${file % 20}`);
    mkdirSync(inside, { recursive: true });
    writeFileSync(path.join(inside, `${file}`), `${text} ${file}\n`.repeat(1 + (file % 50)));
  }
}

/** Runs the worker, and kills it so many milliseconds after it has begun. Returns whether it ended by itself before. */
async function killedAfter(wait: number, args: readonly string[]): Promise<boolean> {
  const worker = spawn(process.execPath, [...sources, program, folder, store, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(worker, "close");
  await Promise.race([once(worker.stdout, "data"), closed]);
  await Promise.race([setTimeout(wait), closed]);
  worker.kill("SIGKILL");
  await closed;
  return worker.exitCode === 0;
}

it(
  "a restore that is killed in the middle and done again gives the folder of the snapshot",
  OPTIONS,
  async () => {
    const workspace = await FolderWorkspace.open({ folder, store });
    fill("start", 0);
    const start = await workspace.snapshot();
    const atStart = folderPicture(folder);
    fill("attempt", FILES / 2);
    const end = await workspace.snapshot();
    const atEnd = folderPicture(folder);
    let wholes = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      // From the first file to behind the last.
      const whole = await killedAfter(kill * STEP, [start.id, end.id]);
      wholes += whole ? 1 : 0;
      const { conflicts } = await workspace.restore(start.id, end.id);
      expect(conflicts).toBeUndefined();
      expect(folderPicture(folder)).toEqual(atStart);
      await workspace.restore(end.id);
      expect(folderPicture(folder)).toEqual(atEnd);
    }
    expect(wholes).toBeLessThan(KILLS);
    await workspace.close();
  },
);

it(
  "snapshots of a process that is killed leave those before as they are, and the next are whole",
  OPTIONS,
  async () => {
    const workspace = await FolderWorkspace.open({ folder, store });
    fill("start", 0);
    const start = await workspace.snapshot();
    const atStart = folderPicture(folder);
    for (let kill = 0; kill < KILLS; kill += 1) {
      fill(`attempt ${kill}`, kill);
      await killedAfter(kill * STEP, []);
      const atKill = folderPicture(folder);
      const after = await workspace.snapshot();
      await workspace.restore(start.id, after.id);
      expect(folderPicture(folder)).toEqual(atStart);
      await workspace.restore(after.id);
      expect(folderPicture(folder)).toEqual(atKill);
    }
    await workspace.close();
  },
);
