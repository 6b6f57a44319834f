import type { AttemptOutcome } from "../verifiers/verifier.ts";

/** @internal The beginning of every reason: "Attempt 2 failed (the total is wrong)". */
export function failedInWords(attempt: number, outcome: Pick<AttemptOutcome, "reason"> | undefined): string {
  return `Attempt ${attempt} failed${outcome?.reason === undefined ? "" : ` (${outcome.reason})`}`;
}
