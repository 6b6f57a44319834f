import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { testMatrix } from "./test-matrix.ts";

const { open, missing } = await loadSqliteSaver();
const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-matrix-"));
const opened: ReturnType<typeof open>[] = [];
afterAll(() => {
  for (const saver of opened) saver.db.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(missing !== undefined)(`over SqliteSaver${missing ? ` (${missing})` : ""}`, () => {
  testMatrix(() => {
    const saver = open(join(folder, "matrix.db"));
    opened.push(saver);
    return saver;
  });
});
