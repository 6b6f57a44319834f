import { describe, expect, inject, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { shapes } from "../matrix/shapes.ts";
import { spread } from "../matrix/spread.ts";
import { expectAsTwins } from "./prune-group.ts";
import { sqliteTwins } from "./twin-store.ts";

const { open, missing } = await loadSqliteSaver();

describe.skipIf(missing !== undefined)(
  `threads in SQLite that were pruned${missing ? ` (${missing})` : ""}`,
  () => {
    it.each(inject("allRounds") ? [1, 2, 3] : [1])("go on as their twins do, seed %i", async (seed) => {
      const figures = await expectAsTwins(sqliteTwins(open(":memory:")), {
        seed,
        shapes: inject("allRounds") ? shapes : spread,
      });
      expect(figures.pruned).toBeGreaterThan(0);
    });
  },
);
