import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, inject, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { openServer } from "../checkpointers/open-postgres.ts";
import { expectWholeAfterKills } from "./killed.ts";
import { postgresTwins, sqliteTwins } from "./twin-store.ts";

const { open: openSqlite, missing: noSqlite } = await loadSqliteSaver();
const { close, missing: noServer, open, schema } = await openServer();
const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-pruning-"));
const KILLS = inject("allRounds") ? 10 : 1;

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await close();
});

describe("a prune that is killed has lost nothing that a thread needs", () => {
  it.skipIf(noSqlite !== undefined)("over SQLite", { timeout: 1_800_000 }, async () => {
    const file = join(folder, "killed.sqlite");
    const saver = openSqlite(file);
    await expectWholeAfterKills(sqliteTwins(saver), ["sqlite", file], KILLS);
    saver.db.close();
    expect(noSqlite).toBeUndefined();
  });

  it.skipIf(noServer !== undefined)("over a Postgres server", { timeout: 1_800_000 }, async () => {
    await expectWholeAfterKills(postgresTwins(open(), schema), ["postgres", schema], KILLS);
    expect(noServer).toBeUndefined();
  });
});
