export { pilotRuns } from "./pilot-runs.ts";
export type { PilotedRun, PilotingTask, PilotOptions } from "./pilot-runs.ts";
