export { runCommandLine } from "./command-line.ts";
export type { Output } from "./terminal/output.ts";
