export type { Attributor, Estimate, Evidence, Finding } from "./attributor.ts";
export type { JudgeOptions } from "./judge.ts";
export type { Usage } from "./usage.ts";
