import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, inject, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { effectRuns } from "./effect-runs.ts";
import { expectLawsOfPrograms } from "./expect-laws.ts";
import { World } from "./world.ts";

const { open, reopen, missing } = await loadSqliteSaver();
const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-effects-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(missing !== undefined)(
  `random programs with effects whose processes stop anywhere${missing ?? ""}`,
  () => {
    it("leave the world as the branch says, and tell of all else", async () => {
      const [threads, outside] = ["threads.sqlite", "world.sqlite"].map((file) => open(join(folder, file)));
      if (threads === undefined || outside === undefined) return;
      const world = new World(outside.db);
      const replays = { world: new World(open(":memory:").db), tally: { conclusive: 0, eligible: 0 } };
      await expectLawsOfPrograms({ runs: effectRuns(inject("allRounds") ? 200 : 40), stops: 3 }, world, {
        open: () => reopen(threads),
        replays,
      });
      threads.db.close();
      outside.db.close();
    });
  },
);
