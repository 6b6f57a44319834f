import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { postgresThreadLock } from "langgraph-rollback/postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { openServer } from "../checkpointers/open-postgres.ts";
import { keptBundle } from "../fixtures/kept-bundle.ts";
import { expectRightAfterKill } from "./kill-and-resume.ts";
import { SHORT } from "./kill-points.ts";
import { World } from "./world.ts";

/** How often a process dies at each point: EFFECT_KILLS, else once. */
const kills = Number(process.env["EFFECT_KILLS"] ?? 1);
/** At every how manyth point the process that continues is started for it, and not the test's own: EFFECT_STARTED=1 starts all. */
const STARTED = Number(process.env["EFFECT_STARTED"] ?? 3);
const nextOf = (dieAt: string): "here" | "started" =>
  SHORT.indexOf(dieAt) % STARTED === 0 ? "started" : "here";
/** One kill over SQLite that the test's own process continues is kill.sqlite-saver.test.ts. */
const overSqlite = kills > 1 ? SHORT : SHORT.filter((dieAt) => nextOf(dieAt) === "started");

const { open, missing } = await loadSqliteSaver();
const postgres = await openServer();
const pool = new pg.Pool({ connectionString: postgres.address, max: 4 });
const lock = postgresThreadLock(pool, { whenBusy: "wait", pollInterval: 5 });
const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-effects-"));
let program = "";
beforeAll(async () => {
  program = await keptBundle(join(import.meta.dirname, "../fixtures/effect-kill-worker.ts"));
});
afterAll(async () => {
  await pool.end();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(missing !== undefined)(
  `processes with effects that are killed ${kills} times at each point${missing ?? ""}`,
  () => {
    it.each(overSqlite)("over SQLite: %s", async (dieAt) => {
      for (let round = 0; round < kills; round += 1) {
        const file = join(folder, `${dieAt.replaceAll(" ", "-")}-${round}`);
        const [saver, outside] = [open(`${file}.threads`), open(`${file}.world`)];
        await expectRightAfterKill(
          {
            program,
            args: ["sqlite", `${file}.threads`, `${file}.world`],
            saver,
            world: new World(outside.db),
            next: nextOf(dieAt),
          },
          dieAt,
        );
        saver.db.close();
        outside.db.close();
      }
    });

    it.skipIf(postgres.missing !== undefined).each(SHORT)("over Postgres: %s", async (dieAt) => {
      for (let round = 0; round < kills; round += 1) {
        await postgres.clear();
        const file = join(folder, `postgres-${dieAt.replaceAll(" ", "-")}-${round}.world`);
        const outside = open(file);
        const args = ["postgres", `${postgres.address} ${postgres.schema}`, file];
        await expectRightAfterKill(
          { program, args, saver: postgres.open(), world: new World(outside.db), next: nextOf(dieAt), lock },
          dieAt,
        );
        outside.db.close();
      }
    });
  },
);
