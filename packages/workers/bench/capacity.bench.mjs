// A simulation past this machine: what 10 to 10,000 workers ask of Postgres, computed from costs that are measured here on one server of the script's own.
// `node packages/workers/bench/capacity.bench.mjs`, on Node 22.12 or newer. Options name the assumptions. Nothing of it was run with more than four workers.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";

import { measuredCosts, plus, times } from "./costs.mjs";
import { ownServer } from "./own-server.mjs";

const { values } = parseArgs({
  options: {
    // Of the runs.
    "run-seconds": { type: "string", default: "30" },
    steps: { type: "string", default: "6" },
    // Of the workers.
    hands: { type: "string", default: "8" },
    busy: { type: "string", default: "0.7" },
    "saver-connections": { type: "string", default: "4" },
    // Of one database server.
    cores: { type: "string", default: "16" },
    "cores-used": { type: "string", default: "0.6" },
    connections: { type: "string", default: "500" },
    "wal-megabytes": { type: "string", default: "50" },
    // Of the measuring.
    seconds: { type: "string", default: "30" },
    runs: { type: "string", default: "150" },
    "costs-from": { type: "string" },
    "costs-to": { type: "string" },
  },
});
const assumed = Object.fromEntries(
  Object.entries(values)
    .filter(([name]) => !name.startsWith("costs-"))
    .map(([name, value]) => [name, Number(value)]),
);

/** Load that so many workers put on one database, in units a second but for the connections. */
function demand(costs, { workers, hands, queueConnections, isPooled }) {
  const active = workers * hands * assumed.busy;
  const runs = active / assumed["run-seconds"];
  const polls = workers * hands * (1 - assumed.busy);
  const sum = [
    costs.perQueue,
    times(costs.perProcess, workers),
    times(costs.perHand, polls),
    times(costs.perActive, active),
    times(plus(costs.perRun, times(costs.perStep, assumed.steps)), runs),
  ].reduce(plus);
  const notifications = runs * costs.notify.perRun;
  // Each worker hears what is enqueued. Changes of a run are told to who waits for it.
  const deliveries = runs * costs.notify.toEachWorker * workers;
  const others = isPooled ? 0 : assumed["saver-connections"] + 1;
  return {
    runs,
    polls,
    statements: sum.statements,
    notifications,
    deliveries,
    cores: sum.cpu + deliveries * costs.notify.cpuPerDelivery,
    coresOfDeliveries: deliveries * costs.notify.cpuPerDelivery,
    wal: sum.wal,
    connections: workers * (queueConnections + others),
    bytes: runs * (costs.bytes.perRun + costs.bytes.perStep * assumed.steps),
  };
}

/** Connections of a process to the queue: measured with 4 hands and with 16, and by a line in between. */
const byDefault = (costs, workers) => ({
  workers,
  hands: assumed.hands,
  queueConnections:
    costs.connections.hands4 +
    ((costs.connections.hands16 - costs.connections.hands4) / 12) * (assumed.hands - 4),
  isPooled: false,
});

/** The same runs at once in a quarter of the processes, `maxConnections: 4`, and a pooler before the checkpointer and the lock. */
const changed = (costs, workers) => ({
  workers: Math.ceil(workers / 4),
  hands: assumed.hands * 4,
  queueConnections: costs.connections.atMost4,
  isPooled: true,
});

/** Shares of what a database server has: above 1 it is not enough. */
const shares = (costs, asked) => ({
  connections: asked.connections / assumed.connections,
  processor: asked.cores / (assumed.cores * assumed["cores-used"]),
  "write-ahead log": asked.wal / (assumed["wal-megabytes"] * 1e6),
  NOTIFY: asked.notifications / costs.notify.commitsPerSecond,
});

const most = (all) => Object.entries(all).toSorted(([, a], [, b]) => b - a)[0];

/** The fewest databases, each on a server with a queue of its own and its share of the workers, of which none is asked for too much. */
function databasesFor(costs, crew, workers) {
  for (let databases = 1; ; databases += 1) {
    const each = Math.ceil(workers / databases);
    if (most(shares(costs, demand(costs, crew(costs, each))))[1] <= 1) return databases;
    if (each === 1) return Infinity;
  }
}

const whole = (number) => Math.round(number).toLocaleString("en");
const few = (number) => (number < 10 ? number.toFixed(1) : whole(number));
const percent = (share) => `${whole(share * 100)} %`;
const SCALES = [10, 100, 1000, 10_000];
const row = (cells) => `| ${cells.join(" | ")} |`;

const demands = (costs) =>
  SCALES.map((workers) => {
    const asked = demand(costs, byDefault(costs, workers));
    return row([
      whole(workers),
      few(asked.runs),
      whole(asked.connections),
      whole(asked.polls),
      whole(asked.statements),
      few(asked.cores),
      few(asked.coresOfDeliveries),
      few(asked.notifications),
      few(asked.wal / 1e6),
      few((asked.bytes * 86_400) / 1e9),
    ]);
  });

const limits = (costs) =>
  SCALES.map((workers) => {
    const [before, after] = [byDefault, changed].map((crew) =>
      shares(costs, demand(costs, crew(costs, workers))),
    );
    const first = (all) => {
      const [limit, share] = most(all);
      return `${limit}, ${percent(share)}`;
    };
    return row([
      whole(workers),
      ...Object.values(before).map(percent),
      first(before),
      whole(databasesFor(costs, byDefault, workers)),
      first(after),
      whole(databasesFor(costs, changed, workers)),
    ]);
  });

const cost = (name, { statements, cpu, wal }) =>
  row([name, statements.toFixed(2), (cpu * 1000).toFixed(2), (wal / 1000).toFixed(1)]);

/** The mixed load that was measured, by the same sums. */
function checked(costs) {
  const { check } = costs;
  const atWork = (check.runs * check.wait) / 1000;
  const predicted = [
    times(plus(costs.perQueue, times(costs.perProcess, check.processes)), check.seconds),
    times(costs.perActive, atWork),
    times(costs.perHand, Math.max(0, check.processes * check.hands * check.seconds - atWork)),
    times(plus(costs.perRun, times(costs.perStep, check.steps)), check.runs),
  ].reduce(plus);
  const actual = plus(check, check.enqueued);
  const part = (kind) => (predicted[kind] / actual[kind]).toFixed(2);
  return `${check.runs} runs of ${check.steps} steps and ${check.wait / 1000} s by ${check.processes} workers of ${check.hands} hands: the sums give ${part("statements")} of the statements, ${part("cpu")} of the processor time and ${part("wal")} of the log that were measured.`;
}

async function measured() {
  if (values["costs-from"] !== undefined) return JSON.parse(readFileSync(values["costs-from"], "utf8"));
  const server = await ownServer();
  try {
    const costs = await measuredCosts(server, { seconds: assumed.seconds, runs: assumed.runs });
    const machine = `Node ${process.versions.node}, PostgreSQL ${server.version} with its defaults, ${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[1]?.toFixed(1)}`;
    return { ...costs, machine };
  } finally {
    await server.stop();
  }
}

const costs = await measured();
if (values["costs-to"] !== undefined)
  writeFileSync(values["costs-to"], `${JSON.stringify(costs, null, 2)}\n`);

const { connections, notify } = costs;
console.log(`MEASURED. ${costs.machine}.

| cost of | statements | ms of the server's processor | kB of log |
| :--- | ---: | ---: | ---: |
${cost("a queue, a second", costs.perQueue)}
${cost("a worker, a second", costs.perProcess)}
${cost("an idle hand, a second", costs.perHand)}
${cost("a run under way, a second", costs.perActive)}
${cost("a run", costs.perRun)}
${cost("a step of a run", costs.perStep)}

A run leaves ${(costs.bytes.perRun / 1000).toFixed(1)} kB and ${(costs.bytes.perStep / 1000).toFixed(1)} kB a step, indexes included. It sends ${notify.perRun.toFixed(1)} notifications, of which each worker hears ${notify.toEachWorker.toFixed(1)}. A delivery takes ${(notify.cpuPerDelivery * 1e6).toFixed(0)} µs of the server's processor; 8 connections commit ${whole(notify.commitsPerSecond)} notifications a second with 40 that listen.
A worker has ${few(connections.hands4)} connections to the queue with 4 hands, ${few(connections.hands16)} with 16, and ${few(connections.atMost4)} with 32 and \`maxConnections: 4\`; ${few(connections.listening)} of them listen.
Check: ${checked(costs)}

SIMULATED: computed from these costs, not run. Assumptions: runs of ${assumed["run-seconds"]} s and ${assumed.steps} steps; ${assumed.hands} hands a worker, ${percent(assumed.busy)} of them at work; ${assumed["saver-connections"]} connections of the checkpointer and 1 of the lock a worker; a server of ${assumed.cores} cores like this machine's, of which ${percent(assumed["cores-used"])} may be used, ${assumed.connections} connections, ${assumed["wal-megabytes"]} MB of log a second, and as many notifications as were measured. Costs are those of a small database, and grow in proportion.

| workers | runs a second | connections | fetches of idle hands a second | statements a second | cores of the server | of these for deliveries | notifications a second | log, MB a second | data, GB a day |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${demands(costs).join("\n")}

| workers | connections | processor | log | NOTIFY | the first limit | servers | the first limit with the changes | servers |
| ---: | ---: | ---: | ---: | ---: | :--- | ---: | :--- | ---: |
${limits(costs).join("\n")}`);
