import type { Attribution } from "@langgraph-rollback/attribution";

import type { AttemptId } from "../shared/labels/attempt-key.ts";
import type { AttemptView, RunView } from "../shared/view/thread-view.ts";
import { failureTraits, type FailureTraits } from "./failure-traits.ts";

/** Facts about an attempt for labels and calibration. */
export interface AttemptBrief extends AttemptId {
  /** The agent's task. Untrusted. */
  readonly task: string;
  /** Number of its steps. */
  readonly steps: number;
  /** As in `AttemptView`. */
  readonly head?: string | undefined;
  readonly at?: string | undefined;
  readonly attribution?: Attribution | undefined;
  readonly traits: FailureTraits;
}

/** An attempt, whether it failed or not. */
export function briefOf(thread: string, { run, task }: RunView, view: AttemptView): AttemptBrief {
  const { at, attempt, attribution, head, steps } = view;
  return {
    thread,
    run,
    attempt,
    task,
    steps: steps.length,
    head,
    at,
    attribution,
    traits: failureTraits(view),
  };
}
