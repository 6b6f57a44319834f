import type { StepView } from "../../../src/shared/view/thread-view.ts";
import { hrefOf } from "../routing/route.ts";
import { routeTo, type Selection } from "./selection.ts";

/** Another attempt's work in a step's place. */
export interface Counterpart {
  readonly attempt: number;
  readonly step: StepView;
  /** Link to it. */
  readonly href: string;
}

/**
 * The step at the same place of the next attempt, or of the one before where there is no next; only if the same agent
 * took it anew. A hint and no alignment: that is what comparing attempts is for.
 */
export function counterpartOf(thread: string, selection: Selection): Counterpart | undefined {
  const { run, attempt, step } = selection;
  const at = run.attempts.findIndex((each) => each.attempt === attempt.attempt);
  const next = run.attempts[at + 1];
  const other = next ?? run.attempts[at - 1];
  const found = step && other?.steps[step.index];
  if (step === undefined || other === undefined || found?.agent !== step.agent) return undefined;
  // It is the same step where the later of the two kept it.
  if (step.index < (next ?? attempt).kept) return undefined;
  const href = hrefOf(routeTo(thread, selection, { attempt: other.attempt, step: step.index }));
  return { attempt: other.attempt, step: found, href };
}
