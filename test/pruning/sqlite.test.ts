import { describe, expect, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { spread } from "../matrix/spread.ts";
import { expectAsTwins } from "./prune-group.ts";
import { sqliteTwins } from "./twin-store.ts";

const { open, missing } = await loadSqliteSaver();

describe.skipIf(missing !== undefined)(
  `threads in SQLite that were pruned${missing ? ` (${missing})` : ""}`,
  () => {
    // All shapes: many-threads.long.test.ts.
    it("go on as their twins do", async () => {
      const figures = await expectAsTwins(sqliteTwins(open(":memory:")), { seed: 1, shapes: spread });
      expect(figures.pruned).toBeGreaterThan(0);
    });
  },
);
