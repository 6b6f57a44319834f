import type { ResolvedEffects } from "../effects/declaring/resolve-effects.ts";
import type { AttemptRecord } from "./attempt-record.ts";

/**
 * @internal Treatment of the acts that a run holds, by the record that ends it. Where the verifier or the rollback itself failed, they stay held: the result may speak
 * of them. Of a record after which the run goes on, too.
 */
export function fateOfHeld(
  { onUnaccepted }: Pick<ResolvedEffects, "onUnaccepted">,
  { decision, outcome, stopped }: Pick<AttemptRecord, "decision" | "outcome" | "stopped">,
): ResolvedEffects["onUnaccepted"] {
  if (decision === "accept") return "release";
  if (decision !== "give-up" || outcome === undefined) return "hold";
  return stopped?.held ?? onUnaccepted;
}
