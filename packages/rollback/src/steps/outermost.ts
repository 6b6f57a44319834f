import type { StepOrigin } from "@langgraph-rollback/attribution/trajectory";

import type { RecordedStep } from "./recorded-trajectory.ts";

/** @internal Where the task of the outermost graph ran that a step is or belongs to. */
export const outermost = ({ enclosing, origin }: RecordedStep): StepOrigin => enclosing[0] ?? origin;
