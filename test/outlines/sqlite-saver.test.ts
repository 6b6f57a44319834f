import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openCheckpointer } from "@langgraph-rollback/inspector";
import { afterAll, describe } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { testOutlines } from "./test-outlines.ts";

const { open, reopen, missing } = await loadSqliteSaver();
const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-outlines-"));
const file = join(folder, "threads.sqlite");
/** Opened once: to make a file takes longer than to empty it. */
const kept = missing === undefined ? open(file) : undefined;
afterAll(() => {
  kept?.db.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(missing !== undefined)(`over SqliteSaver${missing ? ` (${missing})` : ""}`, () => {
  testOutlines({
    open: async () => {
      const emptied = kept ?? open(file);
      emptied.db.exec("drop table if exists checkpoints; drop table if exists writes");
      return reopen(emptied);
    },
    inspect: () => openCheckpointer(file),
  });
});
