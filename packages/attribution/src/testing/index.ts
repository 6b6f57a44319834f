export { sampleTrajectories } from "./sample-trajectories.ts";
export { testAttributor } from "./test-attributor.ts";
export { testFitScorer } from "./test-fit-scorer.ts";
export type { TestRunner } from "./test-runner.ts";
export { testStepScorer } from "./test-step-scorer.ts";
