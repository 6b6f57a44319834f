import { createHash } from "node:crypto";

import { outliveIdleErrors, type HeardPool } from "./outlive-idle-errors.ts";
import { checkPollInterval, takeWhenFree } from "./take-when-free.ts";
import type { ThreadLease, ThreadLock, ThreadLockOptions } from "./thread-lock.ts";

/** The part of a `pg` client that the lock uses. */
interface PgClient {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
  on(event: "error", listener: (error: Error) => void): unknown;
  removeListener(event: "error", listener: (error: Error) => void): unknown;
  release(error?: Error | boolean): void;
}

/** The part of a `pg` pool that the lock uses. */
export interface PgPool extends HeardPool {
  /**
   * Opens a connection or takes an idle one, and gives it to `callback` in the same tick in which the pool stops listening
   * to its errors. A promise instead of that will do; a connection that breaks before the promise is awaited can then end
   * the process.
   */
  connect(
    callback: (error: Error | undefined, client: PgClient | undefined) => void,
  ): Promise<PgClient> | void;
}

/** How {@link postgresThreadLock} goes about it. */
interface PostgresThreadLockOptions extends ThreadLockOptions {
  /** Tells checkpointers in one database apart that use the same thread ids, such as its schemas. Default "". */
  readonly scope?: string;
  /** Milliseconds between two tries while waiting; no connection is held in between. Default 200. */
  readonly pollInterval?: number;
}

/**
 * Keeps runs on one thread apart over all processes that share a Postgres database, by its session-level advisory locks.
 *
 * Each run holds one connection from its start to its end. A process that dies loses its connection, and with that the
 * lock. Give it a pool of its own, as large as the number of runs at once: if runs took all connections of the checkpointer's pool, none could
 * continue. Not through a pooler that shares sessions (PgBouncer in transaction mode). `leaseThreadLock` needs neither.
 *
 * A connection that the server ends never ends the process. If a run has it, its lease is lost; an idle one is replaced by
 * the pool. The lock listens to the pool's `error` event for this, which `pg` would throw if nobody did.
 *
 * @example
 * import { Pool } from "pg";
 * const lock = postgresThreadLock(new Pool({ connectionString, max: 20 }));
 * const agent = withRollback(graph, { verify, lock });
 *
 * @throws {RangeError} if `pollInterval` is not a positive number
 */
export function postgresThreadLock(pool: PgPool, options: PostgresThreadLockOptions = {}): ThreadLock {
  const { whenBusy = "refuse", scope = "", pollInterval = 200 } = options;
  checkPollInterval(pollInterval);
  outliveIdleErrors(pool);
  return {
    acquire(threadId, signal) {
      const key = lockKey(scope, threadId);
      return takeWhenFree(() => tryLock(pool, key), { threadId, whenBusy, pollInterval, signal });
    },
  };
}

/** @internal 64 bits of a hash, as the signed integer that Postgres takes. */
export function lockKey(scope: string, threadId: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify(["langgraph-rollback", scope, threadId]))
    .digest();
  return hash.readBigInt64BE().toString();
}

/**
 * A connection with a listener for its errors: without one, a connection that breaks would end the process. A promise of the
 * pool's would be too late for that, since an error can be emitted right after the pool has taken its own listener away.
 */
function connected(pool: PgPool, onError: (error: Error) => void): Promise<PgClient> {
  return new Promise((resolve, reject) => {
    const take = (client: PgClient): void => {
      client.on("error", onError);
      resolve(client);
    };
    const given = pool.connect((error, client) => {
      if (client === undefined) reject(error ?? new Error("Expected a connection from the pool, got none."));
      else take(client);
    });
    given?.then(take, reject);
  });
}

/** The thread, if it is free. */
async function tryLock(pool: PgPool, key: string): Promise<ThreadLease | undefined> {
  const lost = new AbortController();
  const onError = (error: Error): void => lost.abort(error);
  const client = await connected(pool, onError);
  let open = true;
  /** An error closes the connection, and whatever it had locked is free. */
  const giveBack = (error?: unknown): void => {
    open = false;
    client.removeListener("error", onError);
    client.release(error === undefined ? undefined : asError(error));
  };
  try {
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1::bigint) AS taken", [key]);
    if (Reflect.get(Object(rows[0]), "taken") !== true) {
      giveBack();
      return undefined;
    }
  } catch (error) {
    giveBack(error);
    throw error;
  }
  return {
    lost: lost.signal,
    release: async () => {
      if (!open) return;
      open = false;
      try {
        lost.signal.throwIfAborted();
        await client.query("SELECT pg_advisory_unlock($1::bigint)", [key]);
        giveBack();
      } catch (error) {
        giveBack(error);
      }
    },
  };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
