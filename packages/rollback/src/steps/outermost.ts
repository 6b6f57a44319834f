import type { StepOrigin } from "@langgraph-rollback/attribution/trajectory";

import type { RecordedStep } from "./recorded-trajectory.ts";

/** @internal Origin of the outermost graph's task that a step is or belongs to. */
export const outermost = ({ enclosing, origin }: RecordedStep): StepOrigin => enclosing[0] ?? origin;
