export { pilotRuns } from "./pilot-runs.ts";
export type { PilotedRun } from "./pilot-runs.ts";
