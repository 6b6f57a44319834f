/**
 * A worker of the test of killed retries, as a process. Arguments: address of the database, schema, and the place at which it waits for its end
 * ("undo", "act" or "verdict"; "" for none).
 */
import { Annotation, START, StateGraph, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { rollbackWorker } from "@langgraph-rollback/workers";
import { effect, getReplanNote, withRollback } from "langgraph-rollback";
import { leaseThreadLock } from "langgraph-rollback/postgres";
import pg from "pg";

const [connectionString = "", schema = "", place = ""] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 2 });
const State = Annotation.Root({ task: Annotation<string>, said: Annotation<string> });

/** Notes something down in the world outside. */
const tell = (what: string) => pool.query(`INSERT INTO ${schema}.world (what) VALUES ($1)`, [what]);

/** Tells that the process has come to its place, and waits there to be killed. */
async function waitAt(here: string): Promise<void> {
  if (here !== place) return;
  process.stdout.write(`at ${here}\n`);
  await new Promise(() => setInterval(() => {}, 1000));
}

const graph = new StateGraph(State)
  .addNode("plan", () => ({ said: "planned" }))
  .addNode("mail", async (_: typeof State.State, config: LangGraphRunnableConfig) => {
    const note = getReplanNote(config);
    await effect(config, { name: "mail", args: note ?? "first", act: () => tell("mail") });
    if (note !== undefined) await waitAt("act");
    return { said: note ?? "wrong" };
  })
  .addEdge(START, "plan")
  .addEdge("plan", "mail")
  .compile({ checkpointer: new PostgresSaver(pool, undefined, { schema }) });

const worker = await rollbackWorker({
  connectionString,
  schema,
  maxConnections: 2,
  graphs: {
    support: withRollback(graph, {
      verify: async ({ output }) => {
        if (output?.said !== "wrong") await waitAt("verdict");
        return output?.said !== "wrong";
      },
      maxRollbacks: 0,
      lock: leaseThreadLock(pool, { schema, ttl: 5000, whenBusy: "wait" }),
      effects: {
        tools: {
          mail: {
            undo: async () => {
              await waitAt("undo");
              await tell("undo");
            },
          },
        },
      },
    }),
  },
});
process.once("SIGTERM", () => void worker.stop({ graceSeconds: 5 }).then(() => process.exit(0)));
process.stdout.write("ready\n");
