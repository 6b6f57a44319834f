import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { testCheckpointer } from "langgraph-rollback/testing";
import { afterAll, describe, it } from "vitest";

import { loadSqliteSaver } from "./load-sqlite-saver.ts";

const { open, missing } = await loadSqliteSaver();
const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(missing !== undefined)(`on disk${missing === undefined ? "" : ` (${missing})`}`, () => {
  testCheckpointer(() => open(join(folder, "runs.db")), {
    describe,
    it,
    name: "SqliteSaver",
    close: (saver) => saver.db.close(),
  });
});
