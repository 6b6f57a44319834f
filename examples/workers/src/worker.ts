// A worker by the API. `langgraph-rollback work --graphs dist/graphs.js` is the same as a command.
import { rollbackWorker } from "@langgraph-rollback/workers";
import { leaseThreadLock } from "langgraph-rollback/postgres";
import { Pool } from "pg";

import { graphs } from "./graphs.ts";
import { connectionString, queueSchema, schema } from "./place.ts";

const lock = leaseThreadLock(new Pool({ connectionString, max: 2, allowExitOnIdle: true }), {
  schema,
  // A worker that is given a run may have to wait until the lease of a dead one has expired.
  whenBusy: "wait",
  ttl: 10_000,
});
const worker = await rollbackWorker({
  connectionString,
  schema: queueSchema,
  graphs: await graphs({ lock }),
  concurrency: 4,
});
console.log(`Worker ${worker.name} works (simulated model).`);
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.once(signal, () => {
    console.log("No new runs are taken. Those under way may end within ten seconds, or go on elsewhere.");
    void worker.stop({ graceSeconds: 10 });
  });
