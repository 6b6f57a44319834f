import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { testCheckpointer } from "langgraph-rollback/testing";
import { afterAll, describe, it } from "vitest";

import { canaryForDeltaOrder } from "./delta-order.ts";
import { loadSqliteSaver } from "./load-sqlite-saver.ts";

const { open, missing } = await loadSqliteSaver();
const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-"));
const opened: ReturnType<typeof open>[] = [];
afterAll(() => {
  for (const saver of opened) saver.db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** One connection for all that asks. */
const delta = (): ReturnType<typeof open> => {
  const saver = opened[0] ?? open(join(folder, "delta.db"));
  opened[0] = saver;
  return saver;
};

describe.skipIf(missing !== undefined)(`on disk${missing === undefined ? "" : ` (${missing})`}`, () => {
  testCheckpointer(() => open(join(folder, "runs.db")), {
    describe,
    it,
    name: "SqliteSaver",
    close: (saver) => saver.db.close(),
  });
  canaryForDeltaOrder(delta);
});
