import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { testForeignCheckpoints } from "./test-foreign-checkpoints.ts";

const { open, missing } = await loadSqliteSaver();
const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-foreign-"));
const opened: ReturnType<typeof open>[] = [];
afterAll(() => {
  for (const saver of opened) saver.db.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(missing !== undefined)(`over SqliteSaver${missing ? ` (${missing})` : ""}`, () => {
  testForeignCheckpoints(() => {
    const saver = open(join(folder, "foreign.db"));
    opened.push(saver);
    return saver;
  });
});
