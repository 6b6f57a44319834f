import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { keptBundle } from "../fixtures/kept-bundle.ts";
import { createBranches } from "../fixtures/kill-sqlite-branches.ts";
import { launchOverSqlite } from "./kill-rounds/launch-over-sqlite.ts";
import { missingInFile } from "./kill-rounds/missing-in-file.ts";
import { patience, expectIntactThreads, rounds, seed } from "./kill-rounds/expect-intact-threads.ts";
import { planSuccession } from "./kill-rounds/round-plan.ts";
import { startWorkers, type Workers } from "./kill-rounds/workers.ts";

const { open, missing } = await loadSqliteSaver();

describe.skipIf(missing !== undefined)(`processes on one SQLite file that are killed${missing ?? ""}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-kill-"));
  const [file, journal] = [join(folder, "threads.sqlite"), join(folder, "executions")];
  let workers: Workers | undefined;
  beforeAll(async () => {
    writeFileSync(journal, "");
    const saver = open(file);
    createBranches(saver.db);
    await saver.getTuple({ configurable: { thread_id: "none" } });
    saver.db.close();
    const program = await keptBundle(join(import.meta.dirname, "../fixtures/kill-worker.sqlite.ts"));
    workers = startWorkers(launchOverSqlite(program, [file, journal]), 2);
  });
  afterAll(async () => {
    await workers?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    `tear no fork, lose no failed branch and roll no failure back twice, in ${rounds} rounds of seed ${seed}`,
    async () => {
      if (workers === undefined) throw new TypeError("Expected workers.");
      const saver = open(file);
      await expectIntactThreads({
        store: "SQLite",
        workers,
        saver,
        journal,
        plan: planSuccession,
        missingRows: (thread) => missingInFile(saver.db, thread),
      });
      saver.db.close();
    },
    patience,
  );
});
