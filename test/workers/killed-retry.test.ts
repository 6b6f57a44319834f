import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";

import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { rollbackQueue, type RollbackQueue } from "@langgraph-rollback/workers";
import { readHistory } from "langgraph-rollback";
import { previewAnswer } from "langgraph-rollback/operator";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

import { hasPostgres } from "../fixtures/has-postgres.ts";
import { keptBundle } from "../fixtures/kept-bundle.ts";
import { server } from "../fixtures/postgres-server.ts";

const connectionString = `postgres://${server.user}@${server.host}:${server.port}/${server.database}`;
const schema = `killed_${randomBytes(5).toString("hex")}`;
const isServer = await hasPostgres();
/** A worker is missed by its heartbeat; on a laden machine that takes a while. */
const LONG = 120_000;

/** Each takes as long as it takes to miss a worker. */
const PLACES = [
  { place: "act", when: "after its act" },
  { place: "undo", when: "while it undoes" },
  { place: "verdict", when: "before its verdict" },
];

let queue: RollbackQueue;
let pool: pg.Pool;
let saver: PostgresSaver;
let program: string;
const alive = new Set<ChildProcess>();

beforeAll(async () => {
  if (!isServer) return;
  queue = await rollbackQueue({ connectionString, schema, maxConnections: 2 });
  pool = new pg.Pool({ connectionString, max: 2 });
  saver = new PostgresSaver(pool, undefined, { schema });
  await saver.setup();
  await pool.query(`CREATE TABLE ${schema}.world (n serial, what text NOT NULL)`);
  program = await keptBundle(path.join(import.meta.dirname, "killed-retry-worker.ts"));
}, LONG);

afterAll(async () => {
  if (!isServer) return;
  for (const child of alive) child.kill("SIGKILL");
  await queue.close();
  await pool.query(`DROP SCHEMA IF EXISTS ${schema}, ${schema}_jobs CASCADE`);
  await pool.end();
});

/** A worker that waits at a place, and its lines. */
async function worker(
  place = "",
): Promise<{ readonly child: ChildProcess; readonly comesTo: () => Promise<void> }> {
  const child = spawn(process.execPath, [program, connectionString, schema, place], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  alive.add(child);
  child.once("exit", () => alive.delete(child));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async (wanted: string): Promise<void> => {
    for (let next = await lines.next(); next.value !== wanted; next = await lines.next())
      if (next.done === true) throw new Error(`The worker ended before "${wanted}".`);
  };
  await line("ready");
  return { child, comesTo: () => line(`at ${place}`) };
}

async function ended(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}

const world = async (): Promise<readonly string[]> =>
  (await pool.query<{ what: string }>(`SELECT what FROM ${schema}.world ORDER BY n`)).rows.map(
    ({ what }) => what,
  );

describe.skipIf(!isServer)("a retry of the queue whose worker is killed", () => {
  it.each(inject("allRounds") ? PLACES : PLACES.slice(0, 1))(
    "$when is done once, and told once",
    async ({ place }) => {
      const on = { configurable: { thread_id: place } };
      await pool.query(`TRUNCATE ${schema}.world`);
      const first = await worker(place);
      const { runId } = await queue.enqueue("support", { task: "mail" }, { threadId: place });
      expect(await queue.result(runId)).toMatchObject({ status: "gave-up" });
      const { expected } = await previewAnswer(saver, on);
      const retry = { threadId: place, step: 1, note: "Once more.", by: "Ada", expected };
      const { runId: id } = await queue.retry("support", retry);
      await first.comesTo();
      await ended(first.child, "SIGKILL");

      const second = await worker();
      expect(await queue.result(id)).toMatchObject({ status: "recovered" });
      expect(await queue.get(id)).toMatchObject({ starts: 2, crashes: 1 });
      expect(await world()).toEqual(["mail", "undo", "mail"]);
      const runs = await readHistory(saver, on);
      expect(runs).toHaveLength(1);
      expect(runs[0]).toMatchObject({ status: "recovered", attempts: [{ attempt: 1 }, { attempt: 2 }] });
      expect(runs[0]?.actions).toMatchObject([{ action: "retry", by: "Ada", step: 1, attempt: 1 }]);
      expect(runs[0]?.actions).toHaveLength(1);
      await ended(second.child, "SIGTERM");
    },
    LONG,
  );
});
