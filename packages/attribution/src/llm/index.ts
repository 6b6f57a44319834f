export type { Attributor, Estimate, Evidence, Finding } from "./attributor.ts";
export type { JudgeOptions } from "./judge.ts";
export type { Usage } from "./usage.ts";
export { allAtOnce } from "./all-at-once/all-at-once.ts";
export { binarySearch } from "./binary-search/binary-search.ts";
export { hybrid } from "./hybrid/hybrid.ts";
export type { Stop } from "./step-by-step/review.ts";
export { stepByStep } from "./step-by-step/step-by-step.ts";
export type { StepByStepOptions } from "./step-by-step/step-by-step.ts";
