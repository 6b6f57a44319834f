import type { Attribution } from "@langgraph-rollback/attribution";

import type { StepDetail } from "./step-detail.ts";
import type { StepView } from "./thread-view.ts";

/** An attempt as its labeller reads it. All text is untrusted. */
export interface AttemptToLabel {
  readonly task: string;
  /** Why it was rejected; absent of a run to judge right or wrong, as it would lead the labeller. */
  readonly rejection?: string | undefined;
  readonly steps: readonly StepView[];
  /** The scorer's attribution; absent until the labeller has judged the attempt, and for a run to judge right or wrong. */
  readonly attribution?: Attribution | undefined;
}

/** A step as its labeller reads it: nothing of it comes from a scorer. */
export type StepToLabel = Pick<
  StepDetail,
  "content" | "error" | "input" | "omitted" | "seen" | "toolCalls" | "unseen"
>;
