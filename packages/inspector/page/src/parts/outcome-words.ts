import type { AttemptView } from "../../../src/view/thread-view.ts";

/** How an attempt ended, in a word. */
export function outcomeWord({ outcome, decision }: AttemptView): string {
  if (outcome !== undefined) return outcome.ok ? "accepted" : "rejected";
  return decision === undefined ? "not judged" : "unjudged";
}

/** Why an attempt was rejected: the verifier's words, or the exception's. Untrusted. */
export function rejection({ outcome }: AttemptView): string | undefined {
  if (outcome === undefined || outcome.ok) return undefined;
  const { error, reason } = outcome;
  return reason ?? (error === undefined ? undefined : `${error.name}: ${error.message}`);
}
