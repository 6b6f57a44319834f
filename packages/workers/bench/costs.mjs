// Costs of workers and runs for a Postgres server, measured on one of the script's own.
import { rollbackQueue, rollbackWorker } from "@langgraph-rollback/workers";
import pg from "pg";

import { agentsOf } from "./agents.mjs";
import { statements, total } from "./counted.mjs";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Costs as they accrue: statements of this process, and processor time and log of the server. */
async function reading(server) {
  const [by, cpu, wal] = [statements(), server.cpu(), await server.wal()];
  return { at: performance.now() / 1000, statements: total(by), cpu, wal };
}

const since = (after, before) => ({
  seconds: after.at - before.at,
  statements: after.statements - before.statements,
  cpu: after.cpu - before.cpu,
  wal: after.wal - before.wal,
});

const KINDS = ["statements", "cpu", "wal"];
const combine = (one, other, how) =>
  Object.fromEntries(KINDS.map((kind) => [kind, how(one[kind], other[kind])]));
export const plus = (one, other) => combine(one, other, (a, b) => a + b);
const minus = (one, other) => combine(one, other, (a, b) => a - b);
export const times = (cost, factor) => combine(cost, cost, (a) => a * factor);

let schemas = 0;

/** Workers of one queue. In one process here: the server sees the same of them as of so many processes. */
async function crew(server, agents, processes, hands, maxConnections = 10) {
  const place = { connectionString: server.url, schema: `capacity_${(schemas += 1)}`, maxConnections };
  const queue = await rollbackQueue(place);
  const options = { ...place, graphs: { empty: agents.guarded }, concurrency: hands };
  const workers = [];
  for (let n = 0; n < processes; n += 1) workers.push(await rollbackWorker(options));
  return {
    place,
    queue,
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await queue.close();
    },
  };
}

/** The most connections to the queue of ten looks: a pool closes those that it has not needed for ten seconds. */
async function connectionsOf(server) {
  const looks = [];
  for (let look = 0; look < 10; look += 1) {
    looks.push(
      await server.rowOf(
        `SELECT count(*)::int AS all, count(*) FILTER (WHERE query ILIKE 'LISTEN%' OR query ILIKE '%pg_listening_channels%')::int AS listening
         FROM pg_stat_activity WHERE application_name = 'langgraph-rollback queue'`,
      ),
    );
    await pause(500);
  }
  const mostOf = (kind) => Math.max(...looks.map((look) => look[kind]));
  return { all: mostOf("all"), listening: mostOf("listening") };
}

/** Costs a second of workers that have nothing to do, and their connections to the queue. */
async function idle(server, agents, processes, hands, seconds, maxConnections) {
  const working = await crew(server, agents, processes, hands, maxConnections);
  await pause(12_000);
  const before = await reading(server);
  await pause(seconds * 1000);
  const { seconds: taken, ...cost } = since(await reading(server), before);
  const seen = await connectionsOf(server);
  await working.stop();
  return {
    ...times(cost, 1 / taken),
    connections: seen.all / processes,
    listening: seen.listening / processes,
  };
}

/** The costs of `runs` runs that are in the queue when `processes` workers begin, and the seconds that they took. */
async function worked(server, agents, { runs, wait, processes, hands, duringSeconds }) {
  const place = { connectionString: server.url, schema: `capacity_${(schemas += 1)}` };
  const queue = await rollbackQueue(place);
  const enqueuing = await reading(server);
  let last;
  for (let n = 0; n < runs; n += 1)
    last = await queue.enqueue("empty", { n: 0, wait }, { threadId: `${place.schema}-${n}` });
  const enqueued = since(await reading(server), enqueuing);
  const options = { ...place, graphs: { empty: agents.guarded }, concurrency: hands };
  const workers = [];
  for (let n = 0; n < processes; n += 1) workers.push(await rollbackWorker(options));
  if (duringSeconds !== undefined) await pause(5000);
  const before = await reading(server);
  if (duringSeconds === undefined) await ended(server, place.schema, runs);
  else await pause(duringSeconds * 1000);
  const cost = since(await reading(server), before);
  const { bytes } = await server.rowOf(
    `SELECT sum(pg_total_relation_size(c.oid))::float AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname IN ('${place.schema}', '${place.schema}_jobs')`,
  );
  if (duringSeconds !== undefined) await queue.result(last.runId);
  await Promise.all(workers.map((worker) => worker.stop()));
  await queue.close();
  return { enqueued, cost, bytes };
}

async function ended(server, schema, runs) {
  for (;;) {
    const { count } = await server.rowOf(
      `SELECT count(*)::int AS count FROM ${schema}.runs WHERE ended_at IS NOT NULL`,
    );
    if (count >= runs) return;
    await pause(200);
  }
}

const bytesOfSaver = async (server) =>
  (
    await server.rowOf(
      "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND n.nspname = 'saver'",
    )
  ).bytes;

/** One run of so many steps: without what idle hands would have cost in that time. */
async function perRun(server, steps, runs, perSecond) {
  const agents = await agentsOf(server.url, { steps });
  const before = await bytesOfSaver(server);
  const { enqueued, cost, bytes } = await worked(server, agents, { runs, wait: 0, processes: 1, hands: 4 });
  const saver = (await bytesOfSaver(server)) - before;
  await agents.end();
  // Its hands are all at work: what supervises goes on beside it.
  const own = minus(cost, times(perSecond, cost.seconds));
  return { ...times(plus(enqueued, own), 1 / runs), bytes: (bytes + saver) / runs };
}

/** Costs of NOTIFY: a delivery to a listener in processor time of the server, and how many a second it commits at most. */
async function notifying(server, listeners) {
  const open = async () => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    return client;
  };
  const senders = await Promise.all(Array.from({ length: 8 }, open));
  const burst = async () => {
    const [before, begun] = [server.cpu(), performance.now()];
    await Promise.all(
      senders.map(async (sender) => {
        for (let n = 0; n < 250; n += 1) await sender.query("SELECT pg_notify('capacity', 'some-run')");
      }),
    );
    await pause(500);
    return { cpu: server.cpu() - before, seconds: (performance.now() - begun - 500) / 1000 };
  };
  await burst();
  const alone = await burst();
  const hearing = await Promise.all(Array.from({ length: listeners }, open));
  for (const each of hearing) await each.query("LISTEN capacity");
  const heard = await burst();
  await Promise.all([...senders, ...hearing].map((client) => client.end()));
  return {
    cpuPerDelivery: Math.max(0, heard.cpu - alone.cpu) / (2000 * listeners),
    commitsPerSecond: 2000 / heard.seconds,
  };
}

/** Notifications that one run sends, and how many of them each worker hears: those of pg-boss, and requests to workers. */
async function notificationsOfARun(server, agents) {
  const { place, queue, stop } = await crew(server, agents, 1, 1);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  let [heard, byWorkers] = [0, 0];
  client.on("notification", ({ channel }) => {
    heard += 1;
    if (channel !== `${place.schema}_runs`) byWorkers += 1;
  });
  await client.query(`LISTEN ${place.schema}_runs`);
  await client.query(`LISTEN ${place.schema}_workers`);
  // As pg-boss names the channel of a schema.
  const { rows } = await client.query("SELECT left(encode(sha224($1::bytea), 'hex'), 24) AS name", [
    Buffer.from(`${place.schema}_jobs`),
  ]);
  await client.query(`LISTEN pgboss_${rows[0].name}`);
  for (let n = 0; n < 10; n += 1) await queue.enqueue("empty", { n }, { threadId: `heard-${n}` });
  await ended(server, place.schema, 10);
  await pause(1000);
  await client.end();
  await stop();
  return { perRun: heard / 10, toEachWorker: byWorkers / 10 };
}

/** All costs, and one mixed load to hold them against. */
export async function measuredCosts(server, { seconds, runs }) {
  const agents = await agentsOf(server.url, { steps: STEPS_OF_CHECK });
  const told = (what) => console.error(what);
  const small = await idle(server, agents, 1, 4, seconds);
  told("idle, 1 x 4");
  const manyHands = await idle(server, agents, 1, 16, seconds);
  told("idle, 1 x 16");
  const manyProcesses = await idle(server, agents, 4, 4, seconds);
  told("idle, 4 x 4");
  const fewConnections = await idle(server, agents, 1, 32, 5, 4);
  told("idle, 1 x 32 with 4 connections");
  const perHand = times(minus(manyHands, small), 1 / 12);
  const perProcess = minus(times(minus(manyProcesses, small), 1 / 3), times(perHand, 4));
  // Shared by all processes: maintenance that pg-boss gives to one of them at a time.
  const perQueue = minus(minus(small, perProcess), times(perHand, 4));
  const supervision = plus(perQueue, perProcess);
  const short = await perRun(server, 1, runs, supervision);
  const long = await perRun(server, 6, runs, supervision);
  told("runs of 1 and 6 steps");
  const perStep = times(minus(long, short), 1 / 5);
  const bytesPerStep = (long.bytes - short.bytes) / 5;
  const hanging = await worked(server, agents, {
    runs: 16,
    wait: (seconds + 20) * 1000,
    processes: 1,
    hands: 16,
    duringSeconds: seconds,
  });
  told("16 long runs");
  const perActive = times(minus(times(hanging.cost, 1 / hanging.cost.seconds), supervision), 1 / 16);
  const notify = { ...(await notifying(server, 40)), ...(await notificationsOfARun(server, agents)) };
  told("NOTIFY");
  const CHECK = { runs: 96, wait: 4000, processes: 4, hands: 4 };
  const check = await worked(server, agents, CHECK);
  told("mixed load");
  await agents.end();
  return {
    perQueue,
    perProcess,
    perHand,
    perActive,
    perRun: minus(short, perStep),
    perStep,
    bytes: { perRun: short.bytes - bytesPerStep, perStep: bytesPerStep },
    notify,
    connections: {
      hands4: small.connections,
      hands16: manyHands.connections,
      atMost4: fewConnections.connections,
      listening: small.listening,
    },
    check: { ...CHECK, ...check.cost, enqueued: check.enqueued, steps: STEPS_OF_CHECK },
  };
}

const STEPS_OF_CHECK = 6;
