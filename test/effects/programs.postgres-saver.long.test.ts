import { postgresThreadLock } from "langgraph-rollback/postgres";
import pg from "pg";
import { afterAll, describe, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { openServerOrPGlite } from "../checkpointers/open-postgres.ts";
import { effectRuns } from "./effect-runs.ts";
import { expectLawsOfPrograms } from "./expect-laws.ts";
import type { Store } from "./run-program.ts";
import { World } from "./world.ts";

const sqlite = await loadSqliteSaver();
const postgres = await openServerOrPGlite("Random programs with effects");
afterAll(postgres.close);

// All connections to PGlite share one session: locks of two processes there are one.
const isServer = !postgres.version.includes("PGlite") && new URL(postgres.address).port === "5432";

describe.skipIf(sqlite.missing !== undefined)(`random programs with effects over ${postgres.version}`, () => {
  it("leave the world as the branch says, and tell of all else", async () => {
    const world = new World(sqlite.open(":memory:").db);
    const store: Store = {
      open: postgres.open,
      ...(isServer
        ? {
            lock: () => {
              const pool = new pg.Pool({ connectionString: postgres.address, max: 2 });
              const clients: pg.PoolClient[] = [];
              pool.on("connect", (client) => void clients.push(client));
              pool.on("error", () => {});
              return {
                lock: postgresThreadLock(pool, { whenBusy: "wait", pollInterval: 2 }),
                // As Postgres sees a process that dies.
                exit: () => {
                  for (const client of clients) void client.end().catch(() => {});
                },
              };
            },
          }
        : {}),
    };
    await expectLawsOfPrograms({ runs: effectRuns(60), stops: 2 }, world, store);
  });
});
