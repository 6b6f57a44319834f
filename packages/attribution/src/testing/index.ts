export { deepFreeze } from "./deep-freeze.ts";
export { failuresAt } from "./failures-at.ts";
export { hostileTrajectories } from "./hostile-trajectories.ts";
export { sampleTrajectories } from "./sample-trajectories.ts";
export { testFitScorer } from "./test-fit-scorer.ts";
export type { TestRunner } from "./test-runner.ts";
export { testStepScorer } from "./test-step-scorer.ts";
