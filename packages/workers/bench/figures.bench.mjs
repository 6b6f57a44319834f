// The figures of docs/workers.md, side by side with pg-boss alone: `node packages/workers/bench/figures.bench.mjs`, on Node 22.12 or newer.
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";

import { rollbackQueue, rollbackWorker } from "@langgraph-rollback/workers";
import { PgBoss } from "pg-boss";

import { agentsOf } from "./agents.mjs";
import { difference, statements, total } from "./counted.mjs";
import { ownServer } from "./own-server.mjs";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "200" },
    rounds: { type: "string", default: "3" },
    idle: { type: "string", default: "40" },
    // Of the graph: each of them does nothing.
    steps: { type: "string", default: "1" },
  },
});
const [RUNS, ROUNDS, IDLE, STEPS] = [values.runs, values.rounds, values.idle, values.steps].map(Number);
const HANDS = 4;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const quantile = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.floor(share * numbers.length)];
const median = (numbers) => quantile(numbers, 0.5);
const ms = (seconds) => `${(seconds * 1000).toFixed(0)} ms`;

const server = await ownServer();
const agents = await agentsOf(server.url, { steps: STEPS });
let threads = 0;
const newThread = () => `t-${(threads += 1)}`;

/** pg-boss alone, with the same settings as the workers have. Its handler does what it is given. */
async function bossAlone(schema, handle) {
  const boss = new PgBoss({
    connectionString: server.url,
    schema,
    max: 10,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    queueCacheIntervalSeconds: 5,
    useListenNotify: true,
  });
  boss.on("error", console.error);
  await boss.start();
  await boss.createQueue("runs", {
    policy: "key_strict_fifo",
    notify: true,
    heartbeatSeconds: 10,
    expireInSeconds: 86_400,
  });
  return {
    send: (thread) => boss.send("runs", { thread }, { singletonKey: thread }),
    work: async () => {
      for (let hand = 0; hand < HANDS; hand += 1) {
        let own;
        own = await boss.work(
          "runs",
          {
            batchSize: 1,
            pollingIntervalSeconds: 1,
            notifyPollingIntervalSeconds: 1,
            heartbeatRefreshSeconds: 3,
          },
          async ([job]) => {
            await handle(job.data.thread);
            if (own !== undefined) boss.notifyWorker(own);
          },
        );
      }
    },
    times: (sql) => server.rowOf(sql.replaceAll("$jobs", `${schema}.job`)),
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

const EXTENT = {
  boss: `SELECT count(*)::int AS ended, extract(epoch FROM max(completed_on) - min(started_on))::float AS seconds FROM $jobs WHERE name = 'runs' AND state = 'completed'`,
  ours: (schema) =>
    `SELECT count(*)::int AS ended, extract(epoch FROM max(ended_at) - min(started_at))::float AS seconds FROM ${schema}.runs WHERE ended_at IS NOT NULL`,
};

async function untilEnded(read) {
  for (;;) {
    const row = await read();
    if (row.ended >= RUNS) return row.seconds;
    await pause(200);
  }
}

let schemas = 0;
const newSchema = () => `figures_${(schemas += 1)}`;

/** Runs a second of pg-boss alone, from a queue that is full when the process begins. */
async function bossRate(handle) {
  const boss = await bossAlone(newSchema(), handle);
  for (let n = 0; n < RUNS; n += 1) await boss.send(newThread());
  await boss.work();
  const seconds = await untilEnded(() => boss.times(EXTENT.boss));
  await boss.stop();
  return RUNS / seconds;
}

/** The same of a worker, and what it has cost. */
async function workerRate() {
  const place = { connectionString: server.url, schema: newSchema() };
  const queue = await rollbackQueue(place);
  const before = statements();
  for (let n = 0; n < RUNS; n += 1) await queue.enqueue("empty", { n }, { threadId: newThread() });
  const enqueued = difference(statements(), before);
  const begun = statements();
  const worker = await rollbackWorker({ ...place, graphs: { empty: agents.guarded }, concurrency: HANDS });
  const seconds = await untilEnded(() => server.rowOf(EXTENT.ours(place.schema)));
  const worked = difference(statements(), begun);
  await worker.stop();
  await queue.close();
  return { rate: RUNS / seconds, enqueued: total(enqueued) / RUNS, worked };
}

/** Seconds from the commit of an idle queue's run to its start, by the server's clock. */
async function latencies() {
  const place = { connectionString: server.url, schema: newSchema() };
  const queue = await rollbackQueue(place);
  const worker = await rollbackWorker({ ...place, graphs: { empty: agents.guarded }, concurrency: HANDS });
  const boss = await bossAlone(newSchema(), () => {});
  await boss.work();
  await pause(3000);
  const ours = [];
  const firstToEnd = [];
  for (let n = 0; n < IDLE; n += 1) {
    // Somewhere between two looks at the queue, and one after the other.
    await pause(300 + ((n * 137) % 900));
    const { runId } = await queue.enqueue("empty", { n }, { threadId: newThread() });
    const { queuedAt, startedAt, endedAt } = await queue.result(runId);
    ours.push((startedAt - queuedAt) / 1000);
    firstToEnd.push((endedAt - queuedAt) / 1000);
    await boss.send(newThread());
  }
  await pause(3000);
  const { alone } = await boss.times(
    `SELECT array_agg(extract(epoch FROM started_on - created_on)::float) AS alone FROM $jobs WHERE name = 'runs' AND state = 'completed'`,
  );
  const connections = await server.rowOf(
    `SELECT count(*) FILTER (WHERE application_name = 'langgraph-rollback queue')::int AS queue,
            count(*) FILTER (WHERE application_name = 'bench checkpointer')::int AS checkpointer,
            count(*) FILTER (WHERE application_name = 'bench lock')::int AS lock FROM pg_stat_activity`,
  );
  await boss.stop();
  await worker.stop();
  await queue.close();
  return { ours, alone, firstToEnd, connections };
}

const rates = { alone: [], bare: [], guarded: [], worker: [] };
let cost;
for (let round = 0; round < ROUNDS; round += 1) {
  rates.alone.push(await bossRate(() => {}));
  rates.bare.push(
    await bossRate((thread) => agents.bare.invoke({ n: 0 }, { configurable: { thread_id: thread } })),
  );
  rates.guarded.push(
    await bossRate((thread) => agents.guarded.invoke({ n: 0 }, { configurable: { thread_id: thread } })),
  );
  cost = await workerRate();
  rates.worker.push(cost.rate);
  console.error(`round ${round + 1} of ${ROUNDS}`);
}
const idle = IDLE > 0 ? await latencies() : undefined;
const steps = STEPS === 1 ? "one empty step" : `${STEPS} empty steps`;

const rate = (name, numbers) => {
  const ratios = numbers.map((number, round) => number / rates.alone[round]);
  const shown = `${median(numbers).toFixed(1)} (${Math.min(...numbers).toFixed(1)} to ${Math.max(...numbers).toFixed(1)})`;
  return `| ${name} | ${shown} | ${median(ratios).toFixed(2)} |`;
};
console.log(`Node ${process.versions.node}, PostgreSQL ${server.version} with its defaults, ${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()
  .map((each) => each.toFixed(1))
  .join(" ")}. ${ROUNDS} rounds of ${RUNS} runs each, ${HANDS} at once in one process, in turn.

| one process, ${HANDS} runs at once | runs a second: median (least to most) | ratio to pg-boss alone |
| --- | --- | --- |
${rate("pg-boss alone, its handler does nothing", rates.alone)}
${rate("pg-boss, its handler invokes a bare graph of ${steps} over PostgresSaver", rates.bare)}
${rate("pg-boss, its handler invokes the same graph with rollback and `leaseThreadLock`", rates.guarded)}
${rate("a worker with that graph", rates.worker)}

Of the bare graph's rate, a worker has ${median(rates.worker.map((each, round) => each / rates.bare[round])).toFixed(2)}, and pg-boss with the guarded graph ${median(rates.guarded.map((each, round) => each / rates.bare[round])).toFixed(2)} (median of the rounds).
Statements: ${cost.enqueued.toFixed(1)} to enqueue a run; to work on one of ${steps} ${(cost.worked.queue / RUNS).toFixed(1)} of the queue, ${(cost.worked.checkpointer / RUNS).toFixed(1)} of the checkpointer, ${(cost.worked.lock / RUNS).toFixed(1)} of the lock.`);
if (idle !== undefined)
  console.log(`
Idle, ${IDLE} runs one after the other: from enqueued to started ${ms(median(idle.ours))} (median), ${ms(quantile(idle.ours, 0.9))} (nine of ten), ${ms(Math.max(...idle.ours))} (most); pg-boss alone ${ms(median(idle.alone))}, ${ms(quantile(idle.alone, 0.9))}, ${ms(Math.max(...idle.alone))}.
From enqueued to ended: ${ms(median(idle.firstToEnd))} (median).
Connections, of one worker and one client in this process that have been idle: ${JSON.stringify(idle.connections)}.`);

await agents.end();
await server.stop();
