export { runCommandLine } from "./command-line.ts";
export type { UntilStopped } from "./terminal/until-stopped.ts";
export type { Environment } from "./terminal/environment.ts";
export type { Output, Progress } from "./terminal/output.ts";
