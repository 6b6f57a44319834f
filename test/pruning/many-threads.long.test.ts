import { afterAll, describe, expect, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { openServerOrPGlite } from "../checkpointers/open-postgres.ts";
import { shapes } from "../matrix/shapes.ts";
import { expectAsTwins, type GroupFigures } from "./prune-group.ts";
import { postgresTwins, sqliteTwins, type TwinStore } from "./twin-store.ts";

/** How many threads are pruned over each database. `PRUNED_THREADS=1000 PRUNED_SEED=7 npm run test:all -- many-threads` prunes more. */
const THREADS = Number(process.env["PRUNED_THREADS"] ?? shapes.length);
const SEED = Number(process.env["PRUNED_SEED"] ?? 11);

const { open: openSqlite, missing } = await loadSqliteSaver();
const { clear, close, open, schema, version } = await openServerOrPGlite("Pruning of many threads is tested");
afterAll(close);

/** How many threads have lost something. One group of all shapes after another, each in an empty database, until there are enough threads. */
async function pruneMany(name: string, empty: () => Promise<TwinStore>): Promise<number> {
  const all: GroupFigures[] = [];
  const sum = (figure: keyof GroupFigures): number => all.reduce((total, each) => total + each[figure], 0);
  for (let seed = SEED; sum("threads") < THREADS; seed += 1) {
    const rest = THREADS - sum("threads");
    all.push(await expectAsTwins(await empty(), { seed, shapes: shapes.slice(0, rest) }));
  }
  process.stderr.write(
    `${name}: ${sum("threads")} threads went on as their twins did; ${sum("pruned")} had lost ${sum("deletedRows")} rows with ${sum("deletedBytes")} bytes, ${sum("left")} were left alone\n`,
  );
  return sum("pruned");
}

describe("many threads that were pruned by drawn rules", () => {
  it.skipIf(missing !== undefined)(
    "go on as their twins do over SQLite",
    { timeout: 3_600_000 },
    async () => {
      const empty = async () => sqliteTwins(openSqlite(":memory:"));
      expect(await pruneMany("SQLite", empty)).toBeGreaterThan(0);
    },
  );

  it(`go on as their twins do over ${version}`, { timeout: 3_600_000 }, async () => {
    const empty = async () => {
      await clear();
      return postgresTwins(open(), schema);
    };
    expect(await pruneMany(version, empty)).toBeGreaterThan(0);
  });
});
