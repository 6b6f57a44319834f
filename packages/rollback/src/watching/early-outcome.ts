import type { WatchRecord } from "../history/watch-record.ts";
import { tokensByModel } from "../steps/token-count.ts";
import type { AttemptOutcome } from "../verifiers/verifier.ts";
import type { EarlyVerdict } from "./prefix-watch.ts";
import { stopError } from "./stop-error.ts";

/**
 * @internal The failure of an attempt by an alarm or a check. The cost of its check is that of its watch: see {@link withWatchCost}.
 *
 * @param options.isOver whether the attempt has come to its end, so that nothing has stopped it
 */
export function earlyOutcome(
  verdict: EarlyVerdict,
  { isOver }: { readonly isOver: boolean },
): AttemptOutcome {
  const { name, message } = stopError(verdict);
  const { score, scoredBy } = verdict.outcome ?? {};
  return {
    ok: false,
    reason: message,
    ...(score === undefined ? {} : { score }),
    ...(isOver ? {} : { error: { name, message } }),
    early: verdict.early,
    verifier: verdict.verifier,
    ...(scoredBy === undefined ? {} : { scoredBy }),
  };
}

/** @internal An outcome whose cost has that of the checks that were made while the attempt ran. */
export function withWatchCost(outcome: AttemptOutcome, watch: WatchRecord | undefined): AttemptOutcome {
  if (watch?.cost === undefined) return outcome;
  return {
    ...outcome,
    cost: { tokens: tokensByModel([...(outcome.cost?.tokens ?? []), ...watch.cost.tokens]) },
  };
}
