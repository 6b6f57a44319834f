import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openCheckpointer } from "@langgraph-rollback/inspector";
import { afterAll, afterEach, describe } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { testOutlines } from "./test-outlines.ts";

const { open, missing } = await loadSqliteSaver();
const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-outlines-"));
const opened: ReturnType<typeof open>[] = [];
let files = 0;
afterEach(() => {
  for (const { db } of opened.splice(0)) db.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(missing !== undefined)(`over SqliteSaver${missing ? ` (${missing})` : ""}`, () => {
  testOutlines({
    open: async () => {
      const saver = open(join(folder, `${(files += 1)}.sqlite`));
      opened.push(saver);
      return saver;
    },
    inspect: () => openCheckpointer(join(folder, `${files}.sqlite`)),
  });
});
