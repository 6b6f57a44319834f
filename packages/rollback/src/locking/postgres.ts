export { leaseThreadLock } from "./lease-thread-lock.ts";
export { postgresThreadLock } from "./postgres-thread-lock.ts";
