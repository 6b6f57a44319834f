export { countFirstAttempts } from "./count-first-attempts.ts";
export { drawMode, type FailureModeChoice, type FaultForm } from "./draw-mode.ts";
export { FAILURE_MODES, type FailureMode, type FailureModeName } from "./failure-modes.ts";
export type { Fault, FaultContext, StepWrites } from "./fault.ts";
export { noteOfMode, REWRITABLE_MODES, rewriteOfMode, type ModeNote } from "./fault-of-mode.ts";
export { plantFaults } from "./plant-faults.ts";
export type { BaseRun, PlantFaultsOptions, PlantedRun, PlantingTask } from "./plant-faults.ts";
