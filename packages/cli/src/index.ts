export { runCommandLine } from "./command-line.ts";
export type { Output, Progress } from "./output.ts";
