import { randomBytes } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import retry from "p-retry";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasPostgres } from "../fixtures/has-postgres.ts";
import { keptBundle } from "../fixtures/kept-bundle.ts";
import { server } from "../fixtures/postgres-server.ts";
import { rollbackQueue, type QueuedRunState, type RollbackQueue } from "@langgraph-rollback/workers";
import type { Chore } from "./chaos-graph.ts";
import { ChaosCrew } from "./chaos-crew.ts";
import { brokenLaws, type Standing } from "./chaos-laws.ts";
import { worldSql } from "./chaos-world.ts";

/** `CHAOS_RUNS=5000 CHAOS_BLOWS=200 CHAOS_PROCESSES=8 CHAOS_CONCURRENCY=13 npm run test:all -- chaos` on Node 22.12 or newer is the whole of it. */
const setting = (name: string, few: number): number => Number(process.env[`CHAOS_${name}`] ?? few);
const RUNS = setting("RUNS", 500);
const BLOWS = setting("BLOWS", 20);
const PROCESSES = setting("PROCESSES", 3);
const CONCURRENCY = setting("CONCURRENCY", 6);
const SEED = setting("SEED", 1);
/** Runs of a thread. */
const PER_THREAD = 5;
const NEVER = 2 ** 31 - 1;

const connectionString = `postgres://${server.user}@${server.host}:${server.port}/${server.database}`;
const schema = `chaos_${randomBytes(5).toString("hex")}`;
const isServer = await hasPostgres();

let queue: RollbackQueue;
let crew: ChaosCrew;
let pool: pg.Pool;
let saver: PostgresSaver;

const chores: readonly Chore[] = Array.from({ length: RUNS }, (_, index) => ({
  n: (index % PER_THREAD) + 1,
  fails: index % 5 === 3,
  // The second run of each tenth thread asks, and three are behind it.
  asks: index % 50 === 1,
}));
const threads = Array.from({ length: Math.ceil(RUNS / PER_THREAD) }, (_, index) => `thread-${index}`);

beforeAll(async () => {
  if (!isServer) return;
  queue = await rollbackQueue({ connectionString, schema, onError: () => {} });
  pool = new pg.Pool({ connectionString, max: 4 });
  saver = new PostgresSaver(pool, undefined, { schema });
  await saver.setup();
  await pool.query(worldSql(schema));
  const program = await keptBundle(path.join(import.meta.dirname, "chaos-worker.ts"));
  crew = new ChaosCrew(program, connectionString, [schema, String(CONCURRENCY)]);
  await Promise.all(Array.from({ length: PROCESSES }, () => crew.add()));
}, NEVER);

afterAll(async () => {
  if (isServer) {
    await crew.end();
    await queue.close();
    await pool.query(`DROP SCHEMA IF EXISTS ${schema}, ${schema}_jobs CASCADE`);
    await pool.end();
  }
}, NEVER);

/** All runs of a thread in one transaction. */
async function enqueueThread(thread: string, own: readonly Chore[]): Promise<readonly string[]> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const db = {
      executeSql: (text: string, values: unknown[] = []) =>
        client.query<Record<string, unknown>>(text, values),
    };
    const ids: string[] = [];
    for (const chore of own)
      ids.push((await queue.enqueue("chaos", { chore }, { threadId: thread, maxCrashes: 100, db })).runId);
    await client.query("COMMIT");
    return ids;
  } finally {
    client.release();
  }
}

/** Asks the queue again where the test's own connection was cut. */
const asked = <T>(ask: () => Promise<T>): Promise<T> => retry(ask, { retries: 10, minTimeout: 50 });

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Milliseconds from each kill to the takeover of the runs that the worker had. */
function takeovers(runs: readonly QueuedRunState[], { blows }: ChaosCrew): readonly number[] {
  return runs.flatMap(({ problems }) =>
    problems.flatMap(({ at, code, message }) => {
      const killed = blows.find(
        ({ kind, pid }) => kind === "killed" && message.startsWith(`Worker chaos:${pid} `),
      );
      return code === "WORKER_LOST" && killed !== undefined ? [Date.parse(at) - killed.at.getTime()] : [];
    }),
  );
}

describe.skipIf(!isServer)(`workers that are killed, stopped and cut off, over PostgreSQL`, () => {
  it(
    `end ${RUNS} runs in order, and leave the world as the surviving branches say, through ${BLOWS} blows`,
    async () => {
      const draw = seededRandom(SEED);
      const ids: string[] = [];
      const begun = performance.now();
      for (const [index, thread] of threads.entries())
        ids.push(
          ...(await enqueueThread(thread, chores.slice(index * PER_THREAD, (index + 1) * PER_THREAD))),
        );

      const ended = async (): Promise<number> =>
        (await queue.overview()).runs
          .filter(({ status }) => !["queued", "running", "waiting"].includes(status))
          .reduce((sum, { count }) => sum + count, 0);
      // The blows are spread over the work: the next one falls when its share of the runs has ended.
      for (let [blow, done] = [0, 0]; done < RUNS; done = await ended()) {
        if (blow < BLOWS && done >= (RUNS * 0.9 * blow) / BLOWS && (await crew.strike(draw))) blow += 1;
        for (const { runId } of await asked(() => queue.list({ statuses: ["waiting"] })))
          await queue.answer({ runId }, "yes").catch(() => {});
        await sleep(200);
      }
      const runs = (await asked(() => queue.list({ limit: RUNS }))).toSorted((a, b) =>
        a.runId < b.runId ? -1 : 1,
      );
      const took = (performance.now() - begun) / 1000;

      const broken: string[] = [];
      for (const [index, thread] of threads.entries()) {
        const { rows } = await pool.query<Standing & Record<string, unknown>>(
          `SELECT key, n FROM ${schema}.world WHERE thread = $1 AND NOT undone`,
          [thread],
        );
        const own = runs.slice(index * PER_THREAD, (index + 1) * PER_THREAD);
        broken.push(...(await brokenLaws(saver, thread, own, rows)));
      }
      const late = takeovers(runs, crew);
      const count = (kind: string): number => crew.blows.filter((blow) => blow.kind === kind).length;
      const told = (code: string): number =>
        runs.reduce((sum, { problems }) => sum + problems.filter((each) => each.code === code).length, 0);
      process.stdout.write(
        `${RUNS} runs on ${threads.length} threads, ${PROCESSES} processes x ${CONCURRENCY}, ${took.toFixed(0)} s: ` +
          `${count("killed")} killed, ${count("stopped")} stopped, ${count("cut")} cut off; ` +
          `${runs.reduce((sum, { starts }) => sum + starts, 0)} starts, ${told("WORKER_LOST")} lost, ${told("WORKER_OVERTAKEN")} overtaken; ` +
          `takeover of a killed run after ${(median(late) / 1000).toFixed(1)} s in the median of ${late.length}; ${broken.length} broken laws\n`,
      );
      expect(broken).toEqual([]);
      expect(runs.map(({ runId }) => runId)).toEqual(ids);
      // A cut connection may fail an act, so that a right run is rolled back, too.
      for (const [index, { status }] of runs.entries())
        expect(["recovered", ...(chores[index]?.fails ? [] : ["succeeded"])]).toContain(status);
    },
    NEVER,
  );
});
