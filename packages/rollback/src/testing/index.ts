export { testCheckpointer } from "./test-checkpointer.ts";
export type { CheckpointerTestOptions } from "./test-checkpointer.ts";
export { testThreadLock } from "./test-thread-lock.ts";
export type { ThreadLockTestOptions } from "./test-thread-lock.ts";
