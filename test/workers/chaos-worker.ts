/**
 * A worker of the chaos test, as a process. Arguments: address of the database, schema, runs at once.
 */
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { leaseThreadLock } from "langgraph-rollback/postgres";
import pg from "pg";

import { rollbackWorker } from "@langgraph-rollback/workers";
import { chaosGraph } from "./chaos-graph.ts";
import { chaosWorld } from "./chaos-world.ts";

const [connectionString = "", schema = "", concurrency = "4"] = process.argv.slice(2);

/** A pool whose connections may be cut. */
function pool(max: number): pg.Pool {
  const made = new pg.Pool({ connectionString, max, application_name: `chaos ${schema} ${process.pid}` });
  made.on("error", () => {});
  made.on("connect", (client) => void client.on("error", () => {}));
  return made;
}

const [checkpoints, others] = [pool(3), pool(1)];
const lock = leaseThreadLock(others, { schema, ttl: 9000, whenBusy: "wait" });
const checkpointer = new PostgresSaver(checkpoints, undefined, { schema });
const worker = await rollbackWorker({
  connectionString,
  schema,
  maxConnections: 2,
  graphs: { chaos: chaosGraph(chaosWorld(others, schema), { checkpointer, lock }) },
  concurrency: Number(concurrency),
  name: `chaos:${process.pid}`,
  onError: () => {
    // Cut connections.
  },
});
process.once("SIGTERM", () => void worker.stop({ graceSeconds: 5 }).then(() => process.exit(0)));
process.stdout.write("ready\n");
