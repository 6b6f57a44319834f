import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { parseByteaArray } from "./bytea-array.ts";
import { headsInPostgres, outlinesInPostgres } from "./postgres-outlines.ts";

/** @internal A checkpointer as it is read: whole, and with few of its values. */
export interface QuickReads {
  /** Gives what the checkpointer itself gives. */
  readonly whole: BaseCheckpointSaver;
  /** As for `OutlinedCheckpointer`. */
  readonly outlines: BaseCheckpointSaver;
  /** Checkpoints without their values and writes. */
  readonly heads: BaseCheckpointSaver;
}

type Parser = (text: string) => unknown;

/** The part of node-postgres' client that is used. */
interface Client {
  getTypeParser(type: number, format?: string): Parser;
  release(): void;
}

/** The part of node-postgres' pool that is used. */
interface Pool {
  connect(): Promise<Client>;
  query(...question: readonly unknown[]): Promise<unknown>;
}

type Query = (sql: string, values?: readonly unknown[]) => Promise<unknown>;

/** A private method by which PostgresSaver's own class is recognised. */
const OWN = "_loadBlobs";
/** Postgres' number of the type of a list of bytes, in which PostgresSaver is given all values of a checkpoint. */
const BYTEA_ARRAY = 1001;

const known = new WeakMap<BaseCheckpointSaver, QuickReads>();

/**
 * @internal A PostgresSaver, as it is read by this package. `undefined` for any other checkpointer, and for a class that is made from it and reads in its own way.
 *
 * PostgresSaver reads slowly: node-postgres goes through the values of a checkpoint letter by letter, which takes some twenty times as long as
 * to store them. Its questions are asked over the same pool with another parser for such lists.
 */
export function postgresReads(saver: BaseCheckpointSaver): QuickReads | undefined {
  const before = known.get(saver);
  if (before !== undefined) return before;
  const pool: unknown = Reflect.get(saver, "pool");
  if (!isPool(pool) || !isRead(saver)) return undefined;
  const query = quickQuery(pool);
  const reads = {
    whole: asking(saver, pool, query),
    outlines: asking(saver, pool, (sql, values) => query(outlinesInPostgres(sql), values)),
    heads: asking(saver, pool, (sql, values) => query(headsInPostgres(sql), values)),
  };
  known.set(saver, reads);
  return reads;
}

const isPool = (value: unknown): value is Pool =>
  typeof value === "object" && value !== null && "query" in value && "connect" in value;

/** Whether a checkpointer reads as PostgresSaver does. */
function isRead(saver: BaseCheckpointSaver): boolean {
  let own: object | null = saver;
  while (own !== null && !Object.hasOwn(own, OWN)) own = Object.getPrototypeOf(own);
  return (
    own !== null &&
    saver.getTuple === Reflect.get(own, "getTuple") &&
    saver.list === Reflect.get(own, "list") &&
    Object.hasOwn(saver, "pool")
  );
}

/** The same checkpointer, whose questions are asked otherwise. For reading only. */
function asking(saver: BaseCheckpointSaver, pool: Pool, query: Query): BaseCheckpointSaver {
  const asked: unknown = Object.create(pool, { query: { value: query } });
  const reader: BaseCheckpointSaver = Object.create(saver, { pool: { value: asked } });
  return reader;
}

function quickQuery(pool: Pool): Query {
  let types: object | undefined;
  return async (text, values) => {
    types ??= await typesOf(pool);
    try {
      return await pool.query({ text, values, types });
    } catch (error) {
      // A pool that somebody has wrapped may expect a text.
      if (!(error instanceof TypeError)) throw error;
      return pool.query(text, values);
    }
  };
}

/** The parsers of a pool's own clients, but for lists of bytes. */
async function typesOf(pool: Pool): Promise<object> {
  const client = await pool.connect();
  client.release();
  return {
    getTypeParser: (type: number, format?: string): Parser => {
      const own = client.getTypeParser(type, format);
      if (type !== BYTEA_ARRAY || format === "binary") return own;
      return (text) => parseByteaArray(text) ?? own(text);
    },
  };
}
