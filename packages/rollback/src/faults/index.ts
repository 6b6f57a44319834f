export { countFirstAttempts } from "./count-first-attempts.ts";
export { drawMode, type FailureModeChoice, type FaultForm } from "./draw-mode.ts";
export { FAILURE_MODES, type FailureMode, type FailureModeName } from "./failure-modes.ts";
export type { Fault, FaultContext } from "./fault.ts";
export { noteOfMode, REWRITABLE_MODES, rewriteOfMode } from "./fault-of-mode.ts";
export { plantFaults } from "./plant-faults.ts";
export type { PlantFaultsOptions, PlantedRun, PlantingTask } from "./plant-faults.ts";
