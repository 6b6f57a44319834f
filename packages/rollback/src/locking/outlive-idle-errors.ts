/** The part of a `pg` pool that tells of errors of idle connections. */
export interface HeardPool {
  /** Errors of idle connections. A pool without it tells nobody of them. */
  on?(event: "error", listener: (error: Error) => void): unknown;
}

const heard = new WeakSet<HeardPool>();

/**
 * @internal Listens to a pool's errors, which `pg` would throw if nobody did: a server that ends an idle connection would end the process. Of all
 * locks over a pool, one listens.
 */
export function outliveIdleErrors(pool: HeardPool): void {
  if (heard.has(pool)) return;
  heard.add(pool);
  pool.on?.("error", () => {
    // The pool has released the connection already, and opens another one when one is needed.
  });
}
