export { collectRetries } from "./collect-retries.ts";
export type { CollectedRetries } from "./collect-retries.ts";
export { firstStarts } from "./first-starts.ts";
export { pilotRuns } from "./pilot-runs.ts";
export type { PilotedRun } from "./pilot-runs.ts";
