import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { inspectHere } from "../fixtures/inspect-here.ts";
import { SMALL_DEMO } from "../fixtures/small-demo.ts";
import { spawnCommand, spawnFromSources } from "../fixtures/spawn-command.ts";
import { sqlite } from "../fixtures/sqlite.ts";
import { statusesAt, statusesOf } from "../fixtures/thread-statuses.ts";
import { INSPECTOR_URL } from "../fixtures/visit-inspector.ts";

const root = await mkdtemp(path.join(tmpdir(), "demo-command-long-"));
let folders = 0;
const fresh = (): string => path.join(root, String((folders += 1)));
afterAll(() => rm(root, { recursive: true }));

/** Where SQLite cannot be loaded there is nothing that a later process could read. */
const keepsNothing = sqlite.open === undefined;

describe("demo", () => {
  it("serves from memory where SQLite is not installed", async () => {
    const hook = new URL("../fixtures/without-sqlite.mjs", import.meta.url).href;
    const demo = spawnFromSources([...SMALL_DEMO, "--folder", fresh()], [hook]);
    await demo.says(/SQLite is not available/);
    const [, url = ""] = await demo.says(INSPECTOR_URL);
    expect(await statusesAt(url)).toContain("recovered");
    demo.interrupt();
    expect(await demo.ended).toMatchObject({ code: 0 });
  });

  it.skipIf(keepsNothing)(
    `ends at once on Ctrl-C in the middle of its runs, with 130 and whole files${sqlite.missing}`,
    async () => {
      const folder = fresh();
      const demo = spawnCommand(["demo", "--calibrate", "20", "--folder", folder]);
      await demo.says(/20 of 200: /);
      demo.interrupt();
      // So few labels calibrate that each rollback is a restart, which is told once.
      expect(await demo.ended).toMatchObject({
        code: 130,
        err: expect.stringMatching(/^\(node:\d+\) \[ONLY_RESTARTS\] .*\n\(Use .*\n$/),
      });
      const names = await readdir(folder);
      expect(names.filter((name) => name.endsWith(".tmp"))).toEqual([]);
      expect(
        JSON.parse(await readFile(path.join(folder, "gsm8k-team.calibration.json"), "utf8")),
      ).toMatchObject({
        format: "langgraph-rollback/calibration",
      });
      await inspectHere([path.join(folder, "gsm8k-team.sqlite")], async (ask) =>
        expect((await statusesOf(ask)).length).toBeGreaterThanOrEqual(20),
      );
    },
  );
});
