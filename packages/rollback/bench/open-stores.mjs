import { mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { MemorySaver } from "@langchain/langgraph-checkpoint";

import { openServerOrPGlite } from "../../../test/checkpointers/open-postgres.ts";
import { sqlite } from "../../../test/fixtures/sqlite.ts";

/**
 * @typedef {object} Store
 * @property {string} name
 * @property {() => Promise<object>} fresh an empty checkpointer; deletes the data of the last one
 * @property {(saver: object) => Promise<number>} bytes what a checkpointer keeps
 * @property {() => Promise<void>} close
 */

/** The requested stores that this machine has. */
export async function openStores(names) {
  const stores = [];
  for (const name of names) {
    const store = await openers[name]();
    if (store === undefined) console.log(`SKIPPED ${name}: this machine cannot open it.`);
    else stores.push(store);
  }
  return stores;
}

const openers = { memory: openMemory, sqlite: openSqlite, postgres: openPostgres };

export const STORES = Object.keys(openers);

function openMemory() {
  return {
    name: "MemorySaver",
    fresh: () => new MemorySaver(),
    bytes: ({ storage, writes }) => lengthOf(storage) + lengthOf(writes),
    close: () => {},
  };
}

/** Length of all keys, strings and bytes in nested objects and arrays. */
function lengthOf(value) {
  if (typeof value === "string") return value.length;
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, part]) => sum + (Array.isArray(value) ? 0 : key.length) + lengthOf(part),
    0,
  );
}

async function openSqlite() {
  if (sqlite.open === undefined) return undefined;
  const folder = await mkdtemp(path.join(os.tmpdir(), "rollback-bench-"));
  let opened;
  let file = "";
  let count = 0;
  const drop = async () => {
    opened?.db.close();
    opened = undefined;
    for (const suffix of ["", "-wal", "-shm"]) await rm(`${file}${suffix}`, { force: true });
  };
  return {
    name: "SqliteSaver (file)",
    fresh: async () => {
      await drop();
      file = path.join(folder, `${(count += 1)}.db`);
      opened = sqlite.open(file);
      return opened;
    },
    bytes: async ({ db }) => {
      db.pragma("wal_checkpoint(TRUNCATE)");
      return (await stat(file)).size;
    },
    close: async () => {
      await drop();
      await rm(folder, { recursive: true });
    },
  };
}

async function openPostgres() {
  const postgres = await openServerOrPGlite("PostgresSaver is measured");
  return {
    name: `PostgresSaver (${postgres.version})`,
    fresh: async () => {
      await postgres.clear();
      return postgres.open();
    },
    bytes: (saver) => postgresBytes(saver),
    close: postgres.close,
  };
}

/** Bytes of the columns, as stored (compressed where Postgres compresses), without indexes and free space. */
async function postgresBytes({ pool, options: { schema } }) {
  const { rows: columns } = await pool.query(
    "select table_name, column_name from information_schema.columns where table_schema = $1",
    [schema],
  );
  let sum = 0;
  for (const { table_name, column_name } of columns) {
    const size = `sum(pg_column_size("${column_name}"))`;
    const { rows } = await pool.query(`select ${size} as bytes from "${schema}"."${table_name}"`);
    sum += Number(rows[0]?.bytes ?? 0);
  }
  return sum;
}
