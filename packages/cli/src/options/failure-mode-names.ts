import type { FailureModeName } from "langgraph-rollback/faults";

/** How each failure mode can be planted: all as a note to a model, some as a rewrite of the step's output, too. */
const FORMS: Readonly<Record<FailureModeName, "note" | "note and rewrite">> = {
  "disobey-task": "note",
  "disobey-role": "note",
  "repeat-step": "note and rewrite",
  "lose-history": "note",
  "ignore-termination": "note",
  "reset-conversation": "note and rewrite",
  "no-clarification": "note",
  derail: "note",
  "withhold-information": "note and rewrite",
  "ignore-others": "note and rewrite",
  "mismatch-reasoning-action": "note and rewrite",
  "stop-early": "note and rewrite",
  "skip-verification": "note and rewrite",
  "verify-wrongly": "note and rewrite",
};

const NAMES = Object.keys(FORMS).filter(isFailureMode);

/** Names of all failure modes, in MAST's order. */
export const FAILURE_MODE_NAMES: readonly FailureModeName[] = NAMES;

/** Those that can be planted without a model. */
export const REWRITABLE_NAMES: readonly FailureModeName[] = NAMES.filter(
  (name) => FORMS[name] === "note and rewrite",
);

/** Whether a text is the name of a failure mode. */
export function isFailureMode(name: string): name is FailureModeName {
  return Object.hasOwn(FORMS, name);
}
