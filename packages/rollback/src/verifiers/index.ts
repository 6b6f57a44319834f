export { calibratedVerifier } from "./calibrated-verifier.ts";
export type { CalibratedVerifier, CalibratedVerifierOptions } from "./calibrated-verifier.ts";
export { judgeRuns } from "./judge-runs.ts";
export type { JudgedRuns, LabelledRun } from "./judge-runs.ts";
export { namedVerifier } from "./named-verifier.ts";
export type { NamedVerifier } from "./named-verifier.ts";
export { panel } from "./panel.ts";
export type { Panel } from "./panel.ts";
export { stepsVerifier } from "./steps-verifier.ts";
