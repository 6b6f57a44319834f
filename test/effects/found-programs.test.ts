import { describe, inject, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { expectLaws } from "./expect-laws.ts";
import { FOUND_OVER_CALLS } from "./found-programs-over-calls.ts";
import { FOUND } from "./found-programs.ts";
import { World } from "./world.ts";

const { open, reopen, missing } = await loadSqliteSaver();

describe.skipIf(missing !== undefined)(`programs that broke a law once${missing ?? ""}`, () => {
  it.each(Object.entries({ ...FOUND, ...FOUND_OVER_CALLS }))("%s", async (_, program) => {
    const [threads, outside] = [open(":memory:"), open(":memory:")];
    const world = new World(outside.db);
    // Wherever a process stops, the operations of another version of LangGraph are others.
    const others = Array.from({ length: 40 }, (__, at) => [{ at: at + 1, landed: at % 2 === 0 }]);
    const stops = [program.stops, ...(inject("allRounds") && program.stops.length > 0 ? others : [])];
    for (const each of stops)
      await expectLaws({ ...program, stops: each }, world, { open: () => reopen(threads) });
    threads.db.close();
    outside.db.close();
  });
});
