import type { AttemptId } from "./attempt-key.ts";
import type { AttemptToLabel, StepToLabel } from "../view/attempt-to-label.ts";
import type { StepDetail } from "../view/step-detail.ts";
import type { ThreadView } from "../view/thread-view.ts";
import { rejection } from "../words/outcome-words.ts";

/**
 * An attempt of a thread, without what would lead its labeller.
 *
 * @param isJudged whether the labeller has judged it, so that the scorer's opinion may be shown
 * @param isOfRun  whether the question is if the run is right, which neither the verdict nor a scorer may answer
 * @returns `undefined` if there is no such attempt
 */
export function attemptToLabel(
  thread: ThreadView,
  { run, attempt }: Pick<AttemptId, "run" | "attempt">,
  { isJudged, isOfRun }: { readonly isJudged: boolean; readonly isOfRun: boolean },
): AttemptToLabel | undefined {
  const found = thread.runs.find((each) => each.run === run);
  const view = found?.attempts.find((each) => each.attempt === attempt);
  if (found === undefined || view === undefined) return undefined;
  const { task } = found;
  const { attribution, steps } = view;
  if (isOfRun) return { task, steps };
  return { task, steps, rejection: rejection(view), ...(isJudged ? { attribution } : {}) };
}

/** A step, without what would lead its labeller. */
export function stepToLabel(detail: StepDetail): StepToLabel {
  const { content, error, input, omitted, seen, toolCalls, unseen } = detail;
  return { content, error, input, omitted, seen, toolCalls, unseen };
}
