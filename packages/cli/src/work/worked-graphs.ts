import type { WorkerOptions } from "@langgraph-rollback/workers";
import { leaseThreadLock } from "langgraph-rollback/postgres";
import type { ThreadLock } from "langgraph-rollback";

import { exportIn, loadModule } from "../data/load-export.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";

/** Argument of a module's function `graphs`. */
export interface GraphsContext {
  /** Keeps the runs of a thread apart between all processes, by leases in the database of the queue. A thread that is taken is waited for. */
  readonly lock: ThreadLock;
  /** Address of the queue's database: for a checkpointer in the same one. */
  readonly connectionString: string;
}

/** Graphs to work on. */
export interface LoadedGraphs {
  readonly graphs: WorkerOptions["graphs"];
  readonly close: () => Promise<void>;
}

/**
 * Imports a module of the user's and takes its graphs: the object or the function that it exports as `graphs`, or under the name behind `#`; if it
 * exports no `graphs`, each graph under the name of its export.
 *
 * @throws {CommandFailedError} if there is no such module, or none of these in it
 */
export async function loadWorkedGraphs(spec: string, connectionString: string): Promise<LoadedGraphs> {
  const { module, name } = exportIn(spec);
  const loaded = await loadModule("--graphs", module);
  const value: unknown = Reflect.get(loaded, name ?? "graphs");
  if (isFunction(value)) return madeGraphs(value, connectionString, module);
  const graphs = value === undefined && name === undefined ? exportedGraphs(loaded) : value;
  if (!isGraphs(graphs)) throw noGraphs(module, name);
  return { graphs, close: async () => {} };
}

/** One connection renews the leases of all runs; the other takes and gives back threads meanwhile. */
const CONNECTIONS = 2;

async function madeGraphs(
  make: (context: GraphsContext) => unknown,
  connectionString: string,
  module: string,
): Promise<LoadedGraphs> {
  const { Pool } = await import("pg").then(({ default: pg }) => pg);
  const pool = new Pool({ connectionString, max: CONNECTIONS });
  const lock = leaseThreadLock(pool, { whenBusy: "wait" });
  try {
    const graphs: unknown = await make({ lock, connectionString });
    if (!isGraphs(graphs))
      throw new CommandFailedError(
        `Expected \`graphs({ lock })\` of ${module} to give an object of graphs, each under its name.`,
      );
    return { graphs, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** The default export has no name that a queue could know it by. */
function exportedGraphs(loaded: object): WorkerOptions["graphs"] | undefined {
  const graphs = Object.entries(loaded).filter(
    (each): each is [string, Graph] => each[0] !== "default" && isGraph(each[1]),
  );
  return graphs.length === 0 ? undefined : Object.fromEntries(graphs);
}

const noGraphs = (module: string, name = "graphs"): CommandFailedError =>
  new CommandFailedError(
    `Expected ${module} to export \`${name}\`: an object of graphs, each under its name, or a function of \`{ lock }\` that gives one. Each graph is as \`withRollback\` gives it.`,
  );

type Graph = WorkerOptions["graphs"][string];

// A graph that is none is refused by the worker, with its name.
const isGraphs = (value: unknown): value is WorkerOptions["graphs"] =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isGraph(value);
const isFunction = (value: unknown): value is (context: GraphsContext) => unknown =>
  typeof value === "function";
const isGraph = (value: unknown): value is Graph =>
  typeof value === "object" &&
  value !== null &&
  ["invoke", "stream"].every((name) => typeof Reflect.get(value, name) === "function");
