export type { Fault } from "./faulty-writes.ts";
export { countFirstAttempts } from "./count-first-attempts.ts";
export { plantFaults } from "./plant-faults.ts";
export type { BaseRun, FaultContext, PlantFaultsOptions, PlantedRun, PlantingTask } from "./plant-faults.ts";
