import type { CheckedDecision } from "./ask-policy.ts";
import { type Failure, wasFirstAsked } from "./failure.ts";
import type { FailedCheck } from "../steps/early-end.ts";

/**
 * @internal The policy's decision about a run whose model has asked to go back. The step that it named moves the start to an earlier one, never to a later
 * one. No level is promised of a first attempt that the model ended: a calibration speaks of failures that a verifier has refused at their end.
 */
export function askedStart(
  failure: Pick<Failure, "earlier" | "number" | "outcome">,
  decided: CheckedDecision,
): CheckedDecision {
  const { asked, early } = failure.outcome;
  if (early?.by === "check" && early.to === "node" && decided.kind !== "give-up")
    return atCheckedNode(early, decided);
  if (decided.kind === "give-up" || (asked === undefined && !wasFirstAsked(failure))) return decided;
  const { promise, ...decision } = decided.decision;
  const words = [
    decision.reason,
    ...(promise !== undefined && wasFirstAsked(failure) ? [NO_PROMISE] : []),
    ...(asked === undefined ? [] : [namedIn(asked.step, decided.start)]),
  ];
  const isKept = promise !== undefined && !wasFirstAsked(failure);
  return {
    ...decided,
    start: Math.min(decided.start, asked?.step ?? decided.start),
    decision: { ...decision, reason: words.join(" "), ...(isKept ? { promise } : {}) },
  };
}

/** The start at the node whose check failed, where that is asked for. What a policy promises is about another start. */
function atCheckedNode(
  { from, node }: FailedCheck,
  decided: Extract<CheckedDecision, { readonly kind: "roll-back" }>,
): CheckedDecision {
  const { promise: _, reason: __, ...decision } = decided.decision;
  return {
    ...decided,
    start: from,
    decision: {
      ...decision,
      reason: `The rewind of this check begins at its node "${node}", step ${from + 1}.`,
    },
  };
}

const NO_PROMISE =
  "The model itself ended the first attempt, and a calibration speaks of failures that a verifier refused: no level is promised.";

function namedIn(step: number | undefined, start: number): string {
  if (step === undefined) return "The model asked to go back, and named no step of the attempt.";
  const named = `The model asked to go back to step ${step + 1}`;
  return step < start ? `${named}, which is earlier.` : `${named}, which is not earlier.`;
}
