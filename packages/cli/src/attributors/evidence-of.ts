import type { Evidence } from "@langgraph-rollback/attributors";
import type { Case } from "./load-cases.ts";

/** What a method is shown of a case: never its label. */
export function evidenceOf({ trajectory, groundTruth }: Case, withTruth: boolean): Evidence {
  const { label: _, group: __, ...rest } = trajectory;
  return { trajectory: rest, ...(withTruth && groundTruth !== undefined ? { groundTruth } : {}) };
}
