import { randomUUID } from "node:crypto";
import { hostname } from "node:os";

import retry from "p-retry";

import { LeaseLostError } from "../errors/lease-lost-error.ts";
import { LockUnansweredError } from "../errors/lock-unanswered-error.ts";
import { unlessAborted } from "../langgraph/on-abort.ts";
import { leaseKeeper, monotonicNow, patienceFor, type KeptLease, type LeaseKeeper } from "./lease-keeper.ts";
import { leaseTable, rowId, type LeasePool, type LeaseTable, type WantedRow } from "./lease-table.ts";
import { outliveIdleErrors } from "./outlive-idle-errors.ts";
import { checkPollInterval, takeWhenFree } from "./take-when-free.ts";
import type { ThreadLease, ThreadLock, ThreadLockOptions } from "./thread-lock.ts";

/** How {@link leaseThreadLock} goes about it. */
interface LeaseThreadLockOptions extends ThreadLockOptions {
  /** Tells checkpointers in one table of leases apart that use the same thread ids. Default "". */
  readonly scope?: string;
  /** Schema of the table `langgraph_rollback_leases`. Schema and table are created if they are missing. Default "public". */
  readonly schema?: string;
  /** Milliseconds between two tries while waiting. Default 200. */
  readonly pollInterval?: number;
  /**
   * Milliseconds for which a lease is granted, from 100 to 86400000 (a day). It is renewed after a third of that. A thread of a process that died is free when
   * they have passed, and a process that is paused for longer loses its leases. Default 30000.
   */
  readonly ttl?: number;
}

/**
 * Keeps runs on one thread apart over all processes that share a Postgres database, by leases: rows of a table that expire by the server's clock.
 *
 * No run holds a connection. To take a thread, to renew and to give back is one short statement each. One statement renews
 * all leases that a process has over a pool, and one connection is enough for any number of runs. It works through a pooler that shares sessions
 * (PgBouncer in transaction mode), and may share the checkpointer's pool if that has connections to spare.
 *
 * A process that dies keeps its threads until their leases expire, after `ttl` at the latest. A lease that is not renewed is lost by the
 * clock of its process before the server gives the thread to another: `lost` of such a lease is aborted whenever it is read, also
 * right after a process was stopped and continued. No machine's time of day counts.
 *
 * The lease has a `token`, which grows with each lease of the thread. Checkpointers do not compare it: a `put` that was sent before a
 * process was stopped may arrive after another has taken the thread over.
 *
 * Errors of the pool never end the process. The lock listens to the pool's `error` event for this.
 *
 * @example
 * import { Pool } from "pg";
 * const lock = leaseThreadLock(new Pool({ connectionString, max: 2 }));
 * const agent = withRollback(graph, { verify, lock });
 *
 * @throws {RangeError} if `pollInterval` is not a positive number, or `ttl` is outside of its range
 */
export function leaseThreadLock(pool: LeasePool, options: LeaseThreadLockOptions = {}): ThreadLock {
  const { whenBusy = "refuse", scope = "", schema = "public", pollInterval = 200, ttl = 30_000 } = options;
  checkPollInterval(pollInterval);
  if (!(ttl >= 100 && ttl <= 86_400_000))
    throw new RangeError(`Expected \`ttl\` from 100 to 86400000 ms, got ${ttl}.`);
  outliveIdleErrors(pool);
  const leases = leasesIn(pool, schema);
  return {
    acquire(threadId, signal) {
      const wanted = { id: rowId(scope, threadId), scope, threadId, ttl };
      return takeWhenFree(() => takeLease(leases, { ...wanted, owner: newOwner() }, signal), {
        threadId,
        whenBusy,
        pollInterval,
        signal,
      });
    },
  };
}

/** The leases that this process has, and can have, in one table. */
interface Leases {
  readonly table: LeaseTable;
  readonly keeper: LeaseKeeper;
}

const leasesOfPools = new WeakMap<LeasePool, Map<string, Leases>>();

/** The same for all locks over a pool and schema, so that one statement renews the leases of all of them. */
function leasesIn(pool: LeasePool, schema: string): Leases {
  const bySchema = leasesOfPools.get(pool) ?? new Map<string, Leases>();
  leasesOfPools.set(pool, bySchema);
  const known = bySchema.get(schema);
  if (known !== undefined) return known;
  const table = leaseTable(pool, schema);
  const leases = { table, keeper: leaseKeeper(table) };
  bySchema.set(schema, leases);
  return leases;
}

/** A text for one lease, which tells people who look into the table whose it is. */
const newOwner = (): string => `${hostname()} ${process.pid} ${randomUUID()}`;

/** The thread, if it is free. */
async function takeLease(
  { table, keeper }: Leases,
  row: WantedRow,
  signal: AbortSignal | undefined,
): Promise<ThreadLease | undefined> {
  const { id, threadId, ttl } = row;
  const sentAt = monotonicNow();
  const taking = table.take(row, patienceFor(ttl));
  try {
    const token = await unlessAborted(taking, signal);
    if (token === undefined) return undefined;
    if (monotonicNow() >= sentAt + ttl) throw new LeaseLostError(threadId, "unrenewed");
    const lease = { id, threadId, token, ttl, until: sentAt + ttl, lost: new AbortController() };
    keeper.keep(lease);
    return handedOut({ table, keeper }, row, lease);
  } catch (error) {
    // It may have been granted all the same.
    void taking.catch(() => {}).then(() => giveBack(table, row));
    throw error;
  }
}

function handedOut({ table, keeper }: Leases, row: WantedRow, lease: KeptLease): ThreadLease {
  let released: Promise<void> | undefined;
  const release = (): Promise<void> => {
    // A lease whose time has passed is told as lost, and not as given back.
    keeper.lostNow(lease);
    keeper.leave(lease);
    return giveBack(table, row);
  };
  return {
    token: BigInt(lease.token),
    fences: true,
    release: () => (released ??= release()),
    get lost() {
      return keeper.lostNow(lease);
    },
  };
}

/** Gives a lease back, if it is still this owner's. Where that fails it expires. */
async function giveBack(table: LeaseTable, row: WantedRow): Promise<void> {
  try {
    // The pool may not have noticed yet that the server has closed a connection.
    await retry(() => table.giveBack(row, patienceFor(row.ttl)), {
      retries: 2,
      minTimeout: 20,
      shouldRetry: ({ error }) => !(error instanceof LockUnansweredError),
    });
  } catch {
    // The run is over, and its result is not the lock's to take.
  }
}
