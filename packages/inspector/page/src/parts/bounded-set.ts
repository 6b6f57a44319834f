import type { Attribution } from "@langgraph-rollback/attribution";

/** The steps of an attempt's set; none where no bound was found, since all steps are no finding. */
export function boundedSet(attribution: Attribution | undefined): readonly number[] {
  return attribution?.status === "bounded" ? attribution.set.steps : [];
}
