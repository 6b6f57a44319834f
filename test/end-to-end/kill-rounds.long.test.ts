import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import pg from "pg";
import { afterAll, beforeAll, describe, it } from "vitest";

import { keptBundle } from "../fixtures/kept-bundle.ts";
import { server } from "../fixtures/postgres-server.ts";
import { launchOverPostgres } from "./kill-rounds/launch-over-postgres.ts";
import { patience, expectIntactThreads, rounds, seed } from "./kill-rounds/expect-intact-threads.ts";
import { planRound } from "./kill-rounds/round-plan.ts";
import { createSchema, missingRows } from "./kill-rounds/schema.ts";
import { startWorkers, type Workers } from "./kill-rounds/workers.ts";

const pool = new pg.Pool({ ...server, connectionTimeoutMillis: 60_000 });
const missing = await pool.query("select 1").then(
  () => undefined,
  (error: unknown) => `none answers at ${server.host}:${server.port}: ${String(error)}`,
);
// PGlite would not do: all of its connections share one session, and with it their locks.
if (missing !== undefined)
  process.stderr.write(
    `SKIPPED: the rounds of processes that are killed, for there is no server, ${missing}\n`,
  );
afterAll(() => pool.end());

describe.skipIf(missing !== undefined)(`two processes on one thread that are killed${missing ?? ""}`, () => {
  const schema = `rollback_${randomUUID().replaceAll("-", "")}`;
  let folder: string;
  let journal: string;
  let workers: Workers | undefined;
  let saver: BaseCheckpointSaver;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-kill-"));
    journal = join(folder, "executions");
    writeFileSync(journal, "");
    saver = await createSchema(pool, schema);
    workers = startWorkers(
      launchOverPostgres(await keptBundle(join(import.meta.dirname, "../fixtures/kill-worker.ts")), [
        schema,
        journal,
      ]),
      3,
    );
  });
  afterAll(async () => {
    await workers?.close();
    await pool.query(`drop schema if exists "${schema}" cascade`);
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    `tear no fork, lose no failed branch and roll no failure back twice, in ${rounds} rounds of seed ${seed}`,
    async () => {
      if (workers === undefined) throw new TypeError("Expected workers.");
      await expectIntactThreads({
        store: "Postgres",
        workers,
        saver,
        journal,
        plan: planRound,
        missingRows: (thread) => missingRows(pool, schema, thread),
      });
    },
    patience,
  );
});
