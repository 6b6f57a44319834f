import { LeaseLostError } from "../errors/lease-lost-error.ts";
import type { LeaseRow, LeaseTable } from "./lease-table.ts";

/** @internal A lease that this process has, or believes to have. */
export interface KeptLease extends LeaseRow {
  readonly threadId: string;
  /** The end of the lease by {@link monotonicNow}, counted from before the statement that granted it was sent: never after the server's. */
  until: number;
  readonly lost: AbortController;
}

/** @internal Renews the leases that a process has in one table: all by one statement, one statement at a time. */
export interface LeaseKeeper {
  /** Renews a lease from now on. */
  keep(lease: KeptLease): void;
  /** Ends that. */
  leave(lease: KeptLease): void;
  /** The signal of a lease, aborted if its time has passed by now, whether or not a timer has noticed. */
  lostNow(lease: KeptLease): AbortSignal;
}

/** @internal Milliseconds of a clock that nobody sets, and that goes on while the process is stopped. */
export const monotonicNow = (): number => performance.now();

/** Part of its time after which a lease is renewed. */
const RENEWED_AFTER = 1 / 3;
/** Part of its time after which a renewal that failed is tried again. */
const TRIED_AGAIN_AFTER = 1 / 12;

/** @internal Milliseconds for which the answer to a statement about a lease is awaited: a renewal that hangs can then be tried once more. */
export const patienceFor = (ttl: number): number => Math.ceil(ttl * RENEWED_AFTER);

/** @internal Keeps leases until they are given back or lost. Its timer runs only while there is one, and holds up no process that would end. */
export function leaseKeeper(table: LeaseTable): LeaseKeeper {
  const kept = new Set<KeptLease>();
  let timer: NodeJS.Timeout | undefined;
  let isRenewing = false;
  let renewAt = Infinity;
  let lastFailure: unknown;

  const lose = (lease: KeptLease, why: "taken" | "unrenewed"): void => {
    if (!kept.delete(lease)) return;
    const { threadId, lost } = lease;
    lost.abort(new LeaseLostError(threadId, why, why === "unrenewed" ? { cause: lastFailure } : {}));
  };

  /** Loses what has passed. Called before anything else, since a process that was stopped comes to everything late. */
  const loseThePassed = (): void => {
    const now = monotonicNow();
    for (const lease of kept) if (now >= lease.until) lose(lease, "unrenewed");
  };

  const renew = async (): Promise<void> => {
    const batch = [...kept];
    const shortest = least(batch.map(({ ttl }) => ttl));
    const sentAt = monotonicNow();
    isRenewing = true;
    try {
      const renewed = await table.renew(batch, patienceFor(shortest));
      loseThePassed();
      for (const lease of batch)
        if (!renewed.has(lease.token)) lose(lease, "taken");
        else lease.until = sentAt + lease.ttl;
      renewAt = sentAt + shortest * RENEWED_AFTER;
      lastFailure = undefined;
    } catch (error) {
      renewAt = monotonicNow() + shortest * TRIED_AGAIN_AFTER;
      lastFailure = error;
    } finally {
      isRenewing = false;
      wakeInTime();
    }
  };

  const wake = (): void => {
    loseThePassed();
    if (kept.size > 0 && !isRenewing && monotonicNow() >= renewAt) void renew();
    wakeInTime();
  };

  const wakeInTime = (): void => {
    clearTimeout(timer);
    if (kept.size === 0) renewAt = Infinity;
    const next = least([...kept].map(({ until }) => until).concat(isRenewing ? [] : [renewAt]));
    if (next === Infinity) return;
    timer = setTimeout(wake, Math.max(0, Math.ceil(next - monotonicNow())));
    timer.unref();
  };

  return {
    keep: (lease) => {
      kept.add(lease);
      renewAt = Math.min(renewAt, lease.until - lease.ttl * (1 - RENEWED_AFTER));
      wakeInTime();
    },
    leave: (lease) => {
      kept.delete(lease);
      wakeInTime();
    },
    lostNow: (lease) => {
      loseThePassed();
      return lease.lost.signal;
    },
  };
}

const least = (numbers: readonly number[]): number =>
  numbers.reduce((one, other) => Math.min(one, other), Infinity);
