import { mkdirSync, readdirSync, readFileSync } from "node:fs";

import { describe, expect, it, vi } from "vitest";

import { recordWorkspace } from "../fixtures/workspace-database.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const { at, folder } = await scratchFolder();
const db = at("runs.sqlite");
const saver = sqlite.open?.(db);
if (saver !== undefined) await recordWorkspace(saver, folder);
const files = (...args: readonly string[]) => runHere(["files", db, "--thread", "t-1", ...args]);

describe.skipIf(saver === undefined)(`files${sqlite.missing}`, () => {
  it("lists what each attempt changed, and what was put back", async () => {
    const { code, err, out } = await files();
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.split("\n")).toEqual([
      'attempt 1, added: "draft\\n\\u001b[2J.md" (2 bytes)',
      'attempt 1, changed: "notes.md" (4 → 11 bytes)',
      "attempt 1, put back: 1 file written, 1 removed",
      'attempt 2, changed: "notes.md" (4 → 6 bytes)',
    ]);
  });

  it("shows the differences of one attempt, with nothing that a terminal obeys", async () => {
    const { out } = await files("--attempt", "1", "--diff");
    expect(out.split("\n")).toEqual([
      'attempt 1, added: "draft\\n\\u001b[2J.md" (2 bytes)',
      "@@ -0,0 +1 @@",
      "+x",
      'attempt 1, changed: "notes.md" (4 → 11 bytes)',
      "@@ -1 +1,2 @@",
      " one",
      "+\\u001b[31mtw",
      "\\ No newline at end of file",
      "attempt 1, put back: 1 file written, 1 removed",
    ]);
  });

  it("gives the same as JSON", async () => {
    const { out } = await files("--attempt", "2", "--json");
    expect(JSON.parse(out)).toEqual([
      {
        attempt: 2,
        changes: [
          {
            path: "notes.md",
            change: "changed",
            before: { kind: "file", mode: 0o644, size: 4 },
            after: { kind: "file", mode: 0o644, size: 6 },
          },
        ],
        more: 0,
      },
    ]);
  });

  it("exports what a failed attempt has left into a folder of its own alone", async () => {
    const out = at("failed");
    expect(await files("--attempt", "1", "--out", out)).toEqual({
      code: 0,
      err: "",
      out: `Wrote 2 files of attempt 1 to ${out}.`,
    });
    expect(readdirSync(out).toSorted()).toEqual(["draft\n\u001b[2J.md", "notes.md"]);
    expect(readFileSync(`${out}/notes.md`, "utf8")).toBe("one\n\u001b[31mtw");
    expect(await files("--attempt", "1", "--out", out)).toMatchObject({
      code: 2,
      err: expect.stringContaining("a folder that is new or empty"),
    });
  });

  it("says what is missing", async () => {
    expect(await files("--out", at("other"))).toMatchObject({
      code: 2,
      err: expect.stringContaining("Pass `--attempt N`"),
    });
    expect(await files("--attempt", "7")).toMatchObject({
      code: 1,
      err: expect.stringContaining("There is no attempt 7"),
    });
    expect(await runHere(["files", db, "--thread", "nobody"])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Thread "nobody" has no run with rollback.'),
    });
    mkdirSync(at("elsewhere"));
    const elsewhere = ["--attempt", "1", "--store", at("elsewhere")];
    expect((await files(...elsewhere)).out).toContain("this machine has no snapshots of the folder");
    expect(await files(...elsewhere, "--out", at("other"))).toMatchObject({
      code: 1,
      err: expect.stringContaining("[SNAPSHOTS_MISSING]"),
    });
  });

  it("says that git is missing", async () => {
    vi.stubEnv("PATH", folder);
    expect(await files()).toMatchObject({ code: 1, err: expect.stringContaining("[GIT_MISSING]") });
    vi.unstubAllEnvs();
  });
});
