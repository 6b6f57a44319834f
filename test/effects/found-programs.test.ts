import { describe, inject, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { expectLaws } from "./expect-laws.ts";
import { FOUND_OVER_CALLS } from "./found-programs-over-calls.ts";
import { FOUND } from "./found-programs.ts";
import { World } from "./world.ts";

/** Every how manyth operation a process stops at. All of them: FOUND_EVERY=1 npm run test:all -- found-programs */
const EVERY = Number(process.env["FOUND_EVERY"] ?? 4);

const { open, reopen, missing } = await loadSqliteSaver();

describe.skipIf(missing !== undefined)(`programs that broke a law once${missing ?? ""}`, () => {
  const found = Object.entries({ ...FOUND, ...FOUND_OVER_CALLS }).map(([name, program], nth) => ({
    name,
    program,
    nth,
  }));
  it.each(found)("$name", async ({ nth, program }) => {
    const [threads, outside] = [open(":memory:"), open(":memory:")];
    const world = new World(outside.db);
    // Wherever a process stops, the operations of another version of LangGraph are others. Programs that resemble each other begin at other ones.
    const others = Array.from({ length: Math.floor(40 / EVERY) }, (_, stop) => [
      { at: 1 + (nth % EVERY) + stop * EVERY, landed: stop % 2 === 0 },
    ]);
    const stops = [program.stops, ...(inject("allRounds") && program.stops.length > 0 ? others : [])];
    for (const each of stops)
      await expectLaws({ ...program, stops: each }, world, { open: () => reopen(threads) });
    threads.db.close();
    outside.db.close();
  });
});
