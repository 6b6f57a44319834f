export type { Fault } from "./faulty-writes.ts";
export { plantFaults } from "./plant-faults.ts";
export type { FaultContext, PlantFaultsOptions, PlantedRun, PlantingTask } from "./plant-faults.ts";
