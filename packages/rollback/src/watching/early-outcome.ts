import type { AttemptOutcome } from "../verifiers/verifier.ts";
import type { EarlyVerdict } from "./prefix-watch.ts";
import { stopError } from "./stop-error.ts";

/** @internal The failure of an attempt that was stopped before its end. */
export function earlyOutcome(verdict: EarlyVerdict): AttemptOutcome {
  const { name, message } = stopError(verdict);
  const { score, scoredBy, cost } = verdict.outcome ?? {};
  return {
    ok: false,
    reason: message,
    ...(score === undefined ? {} : { score }),
    error: { name, message },
    early: verdict.early,
    verifier: verdict.verifier,
    ...(scoredBy === undefined ? {} : { scoredBy }),
    ...(cost === undefined ? {} : { cost }),
  };
}
