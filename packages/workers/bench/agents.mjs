// The figures are measured on a graph of empty nodes, with rollback and without, over Postgres.
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { withRollback } from "langgraph-rollback";
import { leaseThreadLock } from "langgraph-rollback/postgres";
import pg from "pg";

const State = Annotation.Root({ n: Annotation(), wait: Annotation() });

/** A graph whose nodes do nothing, one after the other. With `wait` the first takes so many milliseconds, as a model would. */
function emptyGraph(steps, checkpointer) {
  const names = Array.from({ length: steps }, (_, step) => `step${step}`);
  const builder = new StateGraph(State);
  for (const [step, name] of names.entries())
    builder.addNode(name, async ({ wait }) => {
      if (step === 0 && wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      return { n: step };
    });
  builder.addEdge(START, "step0");
  for (const [step, name] of names.slice(1).entries()) builder.addEdge(names[step], name);
  return builder.compile({ checkpointer });
}

/** Pools and graphs of one process, as docs/workers.md advises: one pool for the checkpointer, one of two connections for the lock. */
export async function agentsOf(url, { steps = 1, saverConnections = 4 } = {}) {
  const saverPool = new pg.Pool({
    connectionString: url,
    max: saverConnections,
    application_name: "bench checkpointer",
  });
  const lockPool = new pg.Pool({ connectionString: url, max: 2, application_name: "bench lock" });
  // The server may end before it has heard of the last connection's end.
  for (const pool of [saverPool, lockPool]) pool.on("error", () => {});
  const checkpointer = new PostgresSaver(saverPool, undefined, { schema: "saver" });
  await checkpointer.setup();
  const bare = emptyGraph(steps, checkpointer);
  return {
    bare,
    guarded: withRollback(bare, { verify: () => true, lock: leaseThreadLock(lockPool) }),
    end: () => Promise.all([saverPool.end(), lockPool.end()]),
  };
}
