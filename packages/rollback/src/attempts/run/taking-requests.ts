import { RewindRefusedError } from "../../errors/rewind-refused-error.ts";
import type { RollbackProblem } from "../../history/attempt-record.ts";
import { problemOf } from "../../history/left-alone.ts";
import { ANSWERS } from "../../requests/answers.ts";
import { openForRequests, type OpenAttempt } from "../../requests/open-attempts.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { stampOf } from "./run-graph.ts";

/** @internal Lets the model of an attempt ask to go back, or says in the tool's answer why it cannot. */
export function takingRequests({ options }: RollbackContext, attempt: Attempt): OpenAttempt {
  const noneLeft = attempt.number > options.maxRollbacks ? ANSWERS.noneLeft : undefined;
  const refusal = options.mode === "observe" ? ANSWERS.observed : (attempt.refusal ?? noneLeft);
  return openForRequests(stampOf(attempt), refusal);
}

/** @internal The problem of an attempt whose model asked to go back without effect. A request that was planned for is told when it is refused. */
export function askedInVain({ number, refusal }: Attempt, requests: OpenAttempt): readonly RollbackProblem[] {
  if (!requests.wasRefused || refusal !== undefined) return [];
  const why = requests.refusal === ANSWERS.observed ? "the run is only observed" : "no rollback is left";
  return [problemOf(new RewindRefusedError(number, why))];
}
