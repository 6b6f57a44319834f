import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { keptBundle } from "../fixtures/kept-bundle.ts";
import { expectRightAfterKill } from "./kill-and-resume.ts";
import { SHORT } from "./kill-points.ts";
import { World } from "./world.ts";

const { open, missing } = await loadSqliteSaver();
const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-effects-"));
let program = "";
beforeAll(async () => {
  program = await keptBundle(join(import.meta.dirname, "../fixtures/effect-kill-worker.ts"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(missing !== undefined)(`a process with effects that is killed${missing ?? ""}`, () => {
  it.each(SHORT)("%s leaves the world to be put right by the next one", async (dieAt) => {
    const file = join(folder, dieAt.replaceAll(" ", "-"));
    const [saver, outside] = [open(`${file}.threads`), open(`${file}.world`)];
    const world = new World(outside.db);
    await expectRightAfterKill(
      { program, args: ["sqlite", `${file}.threads`, `${file}.world`], saver, world, next: "here" },
      dieAt,
    );
    saver.db.close();
    outside.db.close();
  });
});
