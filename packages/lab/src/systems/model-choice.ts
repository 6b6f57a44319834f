import type { SeededModel } from "@langgraph-rollback/example-simulation";

/** Chooses the model of a system: the simulated one that it is given, one around it, or another. */
export type ModelChoice = (simulated: SeededModel) => SeededModel;

export const SIMULATED: ModelChoice = (simulated) => simulated;
