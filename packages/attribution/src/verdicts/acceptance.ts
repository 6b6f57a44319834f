import { acceptanceThreshold, type AcceptanceThreshold } from "../conformal/acceptance-threshold.ts";

import { shortNumber } from "./rejection.ts";
import { bestWrong, type RetriedTasks } from "./retried-tasks.ts";
import type { VerifierCalibration } from "./verifier-calibration.ts";

/** Above which score a result is accepted after a failure, and what that promises. */
export interface Acceptance extends AcceptanceThreshold {
  /** Retries of a run that may be accepted: its first ones. Later ones never are. */
  readonly retries: number;
  /** Least score, all the same: epsilon's threshold, which a retry has to pass as well. */
  readonly atLeast: number;
  /** One sentence for people: what is accepted, and what is promised. */
  readonly reason: string;
}

/**
 * Above which score a calibrated verifier accepts a result after a failure. Of runs whose first attempt is wrong and was rejected, at most a share gamma end
 * with a wrong result accepted, however bad the verifier is: one that scores wrong retries high accepts few results, or none.
 *
 * It is not the share of wrong results among those delivered, which can be larger: see `acceptanceTable`. Right runs that were rejected and then
 * made wrong are outside of it. It takes runs to come like the retried tasks: same agent, verifier, policy and note, and the same number of rollbacks, or fewer where
 * the policy does not plan by the rollbacks that are left, as `leastCost` does.
 *
 * @param calibration of the verifier, with retries
 * @param given       `gamma`, in [0, 1), default the calibration's; `retries`, how many of a run may be accepted, default all that were made. Fewer
 *   accept more of them
 * @returns `undefined` if the calibration has no retries, or no gamma was chosen
 * @throws {RangeError} if `gamma` is outside [0, 1), or `retries` is no whole number from 1 to the calibration's
 *
 * @example
 * acceptanceOf(calibration, { gamma: 0.2, retries: 1 })?.reason;
 */
export function acceptanceOf(
  { retries: part }: Pick<VerifierCalibration, "retries">,
  given: { readonly gamma?: number; readonly retries?: number } = {},
): Acceptance | undefined {
  const { gamma = part?.gamma, retries = part?.maxRetries } = given;
  if (part === undefined || gamma === undefined || retries === undefined) return undefined;
  return acceptanceAt(part, { gamma, retries });
}

/** @internal The same, of retries that are in no calibration yet. */
export function acceptanceAt(
  { below, maxRetries, tasks }: RetriedTasks,
  { gamma, retries }: { readonly gamma: number; readonly retries: number },
): Acceptance {
  if (!Number.isInteger(retries) || retries < 1 || retries > maxRetries)
    throw new RangeError(
      `Expected \`retries\` to be a whole number from 1 to ${maxRetries}, got ${retries}.`,
    );
  const threshold = acceptanceThreshold(
    tasks.map((task) => bestWrong(task, retries)),
    gamma,
  );
  return { ...threshold, retries, atLeast: below, reason: reasonOf(threshold, retries, below) };
}

function reasonOf({ above, gamma, n, trivial }: AcceptanceThreshold, retries: number, below: number): string {
  if (trivial !== undefined) return `No result is accepted after a failure, as ${trivial.reason}.`;
  if (gamma === 0) return "No result is accepted after a failure, as gamma 0 asks.";
  const which = above < below ? `not below ${shortNumber(below)}` : `above ${shortNumber(above)}`;
  const accepted =
    retries === 1
      ? "The first retry of a run is accepted if it scores"
      : `The first ${retries} retries of a run are accepted if they score`;
  const share = `at most ${shortNumber(gamma * 100)} %`;
  return `${accepted} ${which}; of runs whose first attempt is wrong and rejected, ${share} end with a wrong result accepted (n = ${n}).`;
}
