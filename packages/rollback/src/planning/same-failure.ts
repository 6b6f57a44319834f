import type { FailedAt } from "../history/attempt-record.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { AttemptOutcome } from "../verifiers/verifier.ts";
import type { EarlierAttempt } from "./failure.ts";
import type { Stop } from "./stop-run.ts";

/** @internal The step at which an attempt failed: the one that threw; the last one where its verifier refused the result. */
export function failedAt({ steps }: RecordedTrajectory, { error }: AttemptOutcome): FailedAt | undefined {
  const threw = error && steps.findLast((step) => step.error?.message === error.message);
  const step = threw ?? steps.at(-1);
  return step && { step: step.index, agent: step.agent };
}

/**
 * @internal Whether an earlier attempt failed at the same step, by its index and its agent, with the same words: the verifier's reason,
 * or the exception's name and message. A verifier that gives no reason never says the same.
 */
export function sameFailureStop(
  earlier: readonly EarlierAttempt[],
  at: FailedAt | undefined,
  { reason }: AttemptOutcome,
): Stop | undefined {
  if (at === undefined || reason === undefined) return undefined;
  const same = earlier.find(
    (record) =>
      record.outcome?.reason === reason &&
      record.failedAt?.step === at.step &&
      record.failedAt.agent === at.agent,
  );
  if (same === undefined) return undefined;
  const words = ` at step ${at.step + 1} with the same words as attempt ${same.attempt}.`;
  return { stopped: { by: "same-failure" }, words };
}
