// Run by `pnpm --filter @langgraph-rollback/inspector bench:list`. How long the first list of many threads takes on Postgres, over how long it
// takes on SQLite: the same threads, by turns in one run, so that the ratio travels between machines. The times beside it do not.
//
// --threads 100  --rounds 7  --postgres postgresql://postgres@127.0.0.1:5432/test
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

import { openSource } from "../src/index.ts";
import { recordThreads } from "./record-threads.mjs";

const { values: options } = parseArgs({
  options: {
    threads: { type: "string", default: "100" },
    rounds: { type: "string", default: "7" },
    postgres: { type: "string", default: "postgresql://postgres@127.0.0.1:5432/test" },
  },
});
const [count, rounds] = [Number(options.threads), Number(options.rounds)];
/** Of the medians. */
const BOUND = 1.5;

const folder = await mkdtemp(path.join(os.tmpdir(), "list-bench-"));
const file = path.join(folder, "threads.sqlite");
const schema = `list_${randomUUID().replaceAll("-", "")}`;
const postgres = PostgresSaver.fromConnString(options.postgres, { schema });

/** Milliseconds until an inspector that has just opened the source has the list that the page asks for first. */
async function firstList(opened) {
  const source = await opened;
  const start = performance.now();
  const { threads } = await source.list(1000);
  const ms = performance.now() - start;
  await source.close();
  if (threads.length !== count) throw new Error(`Expected ${count} threads, got ${threads.length}.`);
  return ms;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

try {
  await postgres.setup();
  await recordThreads(SqliteSaver.fromConnString(file), count);
  await recordThreads(postgres, count);
  const ofSqlite = [];
  const ofPostgres = [];
  // The first round compiles what it runs.
  for (let round = 0; round <= rounds; round += 1) {
    const sqlite = await firstList(openSource(file));
    const other = await firstList(openSource(options.postgres, { schema }));
    if (round === 0) continue;
    ofSqlite.push(sqlite);
    ofPostgres.push(other);
  }
  const ratio = median(ofPostgres) / median(ofSqlite);
  const isOver = ratio > BOUND;
  console.log(
    `${isOver ? "OVER" : "ok  "} ${count} threads on Postgres / on SQLite: ${ratio.toFixed(2)} (at most ${BOUND}); ` +
      `${median(ofPostgres).toFixed(0)} ms and ${median(ofSqlite).toFixed(0)} ms, medians of ${rounds}; load ${os.loadavg()[0].toFixed(1)}`,
  );
  if (isOver) process.exitCode = 1;
} finally {
  await postgres.pool.query(`drop schema if exists "${schema}" cascade`);
  await postgres.end();
  await rm(folder, { recursive: true, force: true });
}
