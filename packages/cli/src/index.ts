export { runCommandLine } from "./command-line.ts";
export type { UntilStopped } from "./command-line.ts";
export type { Environment } from "./attributors/attributor-options.ts";
export type { Output, Progress } from "./output.ts";
