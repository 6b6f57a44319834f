export type { DemoFigures } from "./demo/demo-figures.ts";
export type { DemoOptions } from "./demo/demo-options.ts";
export type { Environment } from "@langgraph-rollback/example-simulation";
export { ModelSilentError } from "@langgraph-rollback/example-simulation";
export type { Narrator, Progress } from "./demo/narrator.ts";
export { plainNarrator } from "./demo/plain-narrator.ts";
export { runDemo } from "./demo/run-demo.ts";
export type { DemoOutcome } from "./demo/run-demo.ts";
export { terminalNarrator } from "./demo/terminal-narrator.ts";
