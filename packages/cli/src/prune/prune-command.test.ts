import { copyFileSync, statSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { recordFailures } from "../fixtures/labelled-database.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const { at } = await scratchFolder();
const recorded = at("recorded.sqlite");

/** Threads that have failed for good, each with two attempts. */
async function copyOfRuns(name: string): Promise<string> {
  if (!statSync(recorded, { throwIfNoEntry: false })) {
    const saver = sqlite.open?.(recorded);
    if (saver === undefined) throw new Error(sqlite.missing);
    await recordFailures(
      saver,
      Array.from({ length: 12 }, () => "check"),
    );
    saver.db.close();
  }
  copyFileSync(recorded, at(name));
  return at(name);
}

describe.skipIf(sqlite.open === undefined)(`prune${sqlite.missing}`, () => {
  it("says what would go, and deletes nothing", async () => {
    const db = await copyOfRuns("dry.sqlite");
    const said = await runHere(["prune", db, "--older-than", "0s", "--dry-run"]);
    expect(said).toMatchObject({ code: 0, err: "" });
    expect(said.out).toContain("Would delete from 12 threads, and 0 whole threads:");
    expect(said.out).toMatch(/^checkpoints +\d+ +[\d,]+\s*$/m);
    expect(said.out).toContain("What would be lost: 12 attempts have no steps");
    expect(said.out).toMatch(/^Bytes in rows: [\d,]+ now\.$/m);
    expect(await runHere(["prune", db, "--older-than", "0s", "--dry-run"])).toEqual(said);
  });

  it("deletes, tells the size before and after, and gives the room back", async () => {
    const db = await copyOfRuns("pruned.sqlite");
    const before = statSync(db).size;
    const { code, out } = await runHere(["prune", db, "--older-than", "0s", "--vacuum"]);
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining("Deleted from 12 threads, and 0 whole threads:"),
    });
    expect(out).toMatch(/^Bytes on disk: [\d,]+ before, [\d,]+ after\.$/m);
    expect(statSync(db).size).toBeLessThan(before);
    const again = await runHere(["prune", db, "--older-than", "0s"]);
    expect(again.out).toMatch(/^There is nothing to delete\.$/m);
  });

  it("keeps what is younger", async () => {
    const { out } = await runHere(["prune", await copyOfRuns("young.sqlite"), "--older-than", "30d"]);
    expect(out).toMatch(/^There is nothing to delete\.$/m);
  });

  it("deletes whole threads, of those that are named", async () => {
    const db = await copyOfRuns("threads.sqlite");
    const args = ["--delete-threads-older-than", "0s", "--thread", "t-1", "t-2", "--json"];
    const { out } = await runHere(["prune", db, ...args]);
    expect(JSON.parse(out)).toMatchObject({
      isDryRun: false,
      pruned: [
        { threadId: "t-1", isDeleted: true },
        { threadId: "t-2", isDeleted: true },
      ],
    });
    const left = await runHere(["prune", db, "--delete-threads-older-than", "0s", "--json"]);
    expect(JSON.parse(left.out).pruned).toHaveLength(10);
  });

  it("says what is missing", async () => {
    const db = await copyOfRuns("usage.sqlite");
    expect(await runHere(["prune", db])).toMatchObject({
      code: 2,
      err: expect.stringContaining("Pass `--older-than`"),
    });
    for (const age of ["30", "soon", "-1d", "1e3d"])
      expect(await runHere(["prune", db, `--older-than=${age}`])).toMatchObject({
        code: 2,
        err: expect.stringContaining("such as 90s, 15m, 12h, 30d or 2w"),
      });
  });
});
