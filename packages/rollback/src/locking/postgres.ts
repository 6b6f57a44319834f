export { leaseThreadLock } from "./lease-thread-lock.ts";
export { postgresThreadLock } from "./postgres-thread-lock.ts";
export type { PgPool } from "./postgres-thread-lock.ts";
