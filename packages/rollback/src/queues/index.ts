// For those who run agents from a queue: how a run goes on, whichever process has worked on it before.
export { nextCall } from "./next-call.ts";
export { isMachineFailure } from "./machine-failure.ts";
export { lastRunOf, retryOfQueue } from "./retry-of-queue.ts";
export { runsElsewhere } from "./runs-elsewhere.ts";
export { standingOf } from "./standing-of.ts";
