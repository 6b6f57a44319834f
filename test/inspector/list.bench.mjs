// Time until the list of 100 threads is painted, on Postgres over SQLite: the same threads, by turns in one run. The times themselves are the machine's.
// Run it by `npm run bench:list` in test/, after `node scripts/build-page.mjs` or any test of the page. It needs the Postgres of the tests.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { openSource, startInspector } from "@langgraph-rollback/inspector";

import { recordThreads } from "../../packages/inspector/bench/record-threads.mjs";
import { server } from "../fixtures/postgres-server.ts";
import { launchChromium } from "./system-chromium.ts";

const [THREADS, ROUNDS, BOUND] = [100, 7, 1.5];
const address = `postgresql://${server.user}@${server.host}:${server.port}/${server.database}`;
const schema = `list_${randomUUID().replaceAll("-", "")}`;
const folder = await mkdtemp(path.join(os.tmpdir(), "list-bench-"));
const file = path.join(folder, "threads.sqlite");
const postgres = PostgresSaver.fromConnString(address, { schema });
const browser = await launchChromium();

const none = {
  list: async () => [],
  add: () => Promise.reject(new Error("read only")),
  retract: async () => false,
};

/** Resolves when rows of threads have been painted: two frames after they are there. */
const painted = `new Promise((done) => {
  const look = () => document.querySelector('a[href^="#/threads/thread"]')
    ? requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))
    : requestAnimationFrame(look);
  look();
})`;

/** Milliseconds until the page of an inspector that has just opened a source has painted its list. */
async function firstPaint(source) {
  const inspector = await startInspector({ source, labels: none, labeller: "bench" });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${inspector.url}#/threads`);
  const ms = await page.evaluate(painted);
  await page.close();
  await inspector.close();
  await source.close();
  return ms;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

try {
  await postgres.setup();
  await recordThreads(SqliteSaver.fromConnString(file), THREADS);
  await recordThreads(postgres, THREADS);
  const times = { sqlite: [], postgres: [] };
  // The first round compiles what it runs.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const sqlite = await firstPaint(await openSource(file));
    const other = await firstPaint(await openSource(address, { schema }));
    if (round > 0) {
      times.sqlite.push(sqlite);
      times.postgres.push(other);
    }
  }
  const ratio = median(times.postgres) / median(times.sqlite);
  console.log(
    `${ratio > BOUND ? "OVER" : "ok  "} list of ${THREADS} threads painted, on Postgres / on SQLite: ${ratio.toFixed(2)} (at most ${BOUND}); ` +
      `${median(times.postgres).toFixed(0)} ms and ${median(times.sqlite).toFixed(0)} ms, medians of ${ROUNDS}; load ${os.loadavg()[0].toFixed(1)}`,
  );
  if (ratio > BOUND) process.exitCode = 1;
} finally {
  await browser.close();
  await postgres.pool.query(`drop schema if exists "${schema}" cascade`);
  await postgres.end();
  await rm(folder, { recursive: true, force: true });
}
