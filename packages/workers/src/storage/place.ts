import { PgBoss, type BackendProfile, type ConstructorOptions, type Db } from "pg-boss";

import { InvalidQueueOptionError } from "../errors/invalid-queue-option-error.ts";
import { madeSql, tablesSql } from "./tables.ts";

/** Place of the queue: a database, and the schema in it. */
export interface PlaceOptions {
  /** Address of the Postgres database, such as "postgres://localhost/agents". It must reach the server itself for LISTEN, not a pooler in transaction mode. */
  readonly connectionString?: string;
  /** In place of `connectionString`, a database as pg-boss takes it: one of its adapters, such as `fromPglite(pglite)`. */
  readonly db?: Db;
  /** The kind of database behind `db`. Default "postgres". */
  readonly backend?: Extract<BackendProfile, "postgres" | "pglite">;
  /** Schema of the queue's tables. pg-boss's own lie in the schema of this name with "_jobs" behind it. Default "langgraph_rollback". */
  readonly schema?: string;
  /** Most connections of this process to the queue. Default 10. */
  readonly maxConnections?: number;
  /** Told of what goes wrong in the background, such as a connection that broke. Default: a warning of the process. */
  readonly onError?: (error: Error) => void;
}

/** @internal An open queue: pg-boss, and the database that our own tables lie in, too. */
export interface Place {
  readonly boss: PgBoss;
  readonly db: Db;
  /** The quoted name of a table of ours. */
  readonly table: (name: "runs" | "chunks" | "watchers") => string;
  /** Channels of NOTIFY: of changes to runs, for who waits for one, and of requests to workers, which hear nothing else. */
  readonly channels: { readonly runs: string; readonly workers: string };
  readonly schema: string;
  readonly onError: (error: Error) => void;
}

/** A schema's name that needs no quotes in SQL. pg-boss allows 50 characters. */
const SCHEMA = /^[a-z_][a-z0-9_]{0,39}$/;

/**
 * @internal Opens a queue, and makes its tables where they are missing.
 *
 * @param role of pg-boss in this process
 * @throws {InvalidQueueOptionError} without a database, or for a schema that is no plain name
 */
export async function openPlace(options: PlaceOptions, role: Role): Promise<Place> {
  const place = placeOf(options, role);
  await place.boss.start();
  const { rows } = await place.db.executeSql(madeSql(place.schema));
  if (Object(rows[0])["made"] !== true) await place.db.executeSql(tablesSql(place.schema));
  return place;
}

/** @internal Parts of pg-boss that run in a process. */
export type Role = Pick<
  ConstructorOptions,
  "supervise" | "schedule" | "useListenNotify" | "instanceName" | "migrate" | "registerInstance"
>;

/**
 * @internal A queue that is not open yet. Nothing is made in the database, and pg-boss is not started.
 *
 * @throws {InvalidQueueOptionError} without a database, or for a schema that is no plain name
 */
export function placeOf(
  {
    connectionString,
    db,
    backend,
    schema = "langgraph_rollback",
    maxConnections = 10,
    onError,
  }: PlaceOptions,
  role: Role,
): Place {
  if ((connectionString === undefined) === (db === undefined))
    throw new InvalidQueueOptionError(
      "connectionString",
      "an address, or `db` in place of it",
      connectionString,
    );
  if (!SCHEMA.test(schema))
    throw new InvalidQueueOptionError("schema", "at most 40 small letters, digits and underscores", schema);
  const tell = onError ?? warn;
  const boss = new PgBoss({
    ...(connectionString === undefined ? {} : { connectionString }),
    ...(db === undefined ? {} : { db }),
    ...(backend === undefined ? {} : { backend }),
    schema: `${schema}_jobs`,
    application_name: "langgraph-rollback queue",
    max: maxConnections,
    ...TIMING,
    ...role,
  });
  boss.on("error", tell);
  return {
    boss,
    db: boss.getDb(),
    table: (name) => `${schema}.${name}`,
    channels: { runs: `${schema}_runs`, workers: `${schema}_workers` },
    schema,
    onError: tell,
  };
}

/** Seconds. With pg-boss's defaults of a minute, a worker that died would be missed that late. */
const TIMING = {
  superviseIntervalSeconds: 1,
  monitorIntervalSeconds: 1,
  queueCacheIntervalSeconds: 5,
  cronMonitorIntervalSeconds: 10,
  cronWorkerIntervalSeconds: 5,
  // In the registry, by which `examineQueue` knows who works.
  instanceHeartbeatSeconds: 10,
};

function warn(error: Error): void {
  process.emitWarning(`The queue goes on after an error in the background: ${error.message}`, {
    code: "QUEUE_BACKGROUND",
  });
}
