// How long a run stands still whose worker is killed: `node packages/workers/bench/takeover.bench.mjs`, on Node 22.12 or newer.
import { fork } from "node:child_process";
import { parseArgs } from "node:util";

import { rollbackQueue, rollbackWorker } from "@langgraph-rollback/workers";
import { withRollback } from "langgraph-rollback";
import { leaseThreadLock } from "langgraph-rollback/postgres";
import pg from "pg";

import { agentsOf } from "./agents.mjs";
import { ownServer } from "./own-server.mjs";

const { values, positionals } = parseArgs({
  options: { kills: { type: "string", default: "5" } },
  allowPositionals: true,
});

/** A worker of the figures' graph, whose leases last for `ttl` milliseconds. */
async function workerAt(url, schema, ttl) {
  const agents = await agentsOf(url, { steps: 2 });
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const lock = leaseThreadLock(pool, { whenBusy: "wait", ttl });
  const guarded = withRollback(agents.bare, { verify: () => true, lock });
  const worker = await rollbackWorker({
    connectionString: url,
    schema,
    graphs: { empty: guarded },
    onError: () => {},
  });
  return async () => {
    await worker.stop({ graceSeconds: 0 });
    await agents.end();
    await pool.end();
  };
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Seconds from each kill to the moment when another worker has the thread and the run goes on. */
async function standstills(server, ttl, kills) {
  const schema = `takeover_${ttl}`;
  const queue = await rollbackQueue({ connectionString: server.url, schema });
  const seconds = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const doomed = fork(new URL(import.meta.url), [server.url, schema, String(ttl)], { stdio: "inherit" });
    await new Promise((resolve) => doomed.once("message", resolve));
    // Its first step waits for five seconds, and is begun anew by whoever takes it over.
    const { runId } = await queue.enqueue("empty", { n: 0, wait: 5000 }, { threadId: `killed-${kill}` });
    while ((await queue.get(runId)).status !== "running") await pause(50);
    await pause(1000 + ((kill * 700) % 3000));
    const stop = await workerAt(server.url, schema, ttl);
    doomed.kill("SIGKILL");
    const at = performance.now();
    const { endedAt, crashes } = await queue.result(runId);
    if (crashes !== 1 || endedAt === undefined) throw new Error("The run was not taken over once.");
    seconds.push((performance.now() - at) / 1000 - 5);
    await stop();
  }
  await queue.close();
  return seconds;
}

if (positionals.length === 3) {
  const [url, schema, ttl] = positionals;
  await workerAt(url, schema, Number(ttl));
  process.send?.("ready");
} else {
  const server = await ownServer();
  const shown = (seconds) =>
    seconds
      .toSorted((a, b) => a - b)
      .map((each) => each.toFixed(1))
      .join(", ");
  for (const ttl of [10_000, 30_000])
    console.log(
      `ttl ${ttl / 1000} s: seconds from SIGKILL until the run goes on: ${shown(await standstills(server, ttl, Number(values.kills)))}`,
    );
  await server.stop();
}
