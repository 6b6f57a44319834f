export { simulateRollbacks } from "./simulate-rollbacks.ts";
export type { RollbackSimulation, SimulatedRun } from "./simulate-rollbacks.ts";
export { testCheckpointer } from "./test-checkpointer.ts";
export type { CheckpointerTestOptions } from "./test-checkpointer.ts";
export { testPolicy } from "./test-policy.ts";
export type { PolicyTestOptions } from "./test-policy.ts";
export { testThreadLock } from "./test-thread-lock.ts";
export type { ThreadLockTestOptions } from "./test-thread-lock.ts";
