export { simulateRollbacks } from "./simulate-rollbacks.ts";
export type { SimulatedRun } from "./simulate-rollbacks.ts";
export { testCheckpointer } from "./test-checkpointer.ts";
export { testPolicy } from "./test-policy.ts";
export { testThreadLock } from "./test-thread-lock.ts";
export { testWorkspace } from "./test-workspace.ts";
