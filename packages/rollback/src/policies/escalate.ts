import type { FailedTry, Policy, PolicyContext, PolicyDecision } from "./policy.ts";
import { restartBecause } from "./restart.ts";
import { noLevel, promiseOf, promiseSentence } from "./start-promise.ts";

/** Which miss rates `escalate` goes through. */
export interface EscalateOptions {
  /** One for each rollback, falling, in [0, 1), at least one. They stand in for the run's `alpha`. */
  readonly alphas: readonly number[];
}

/**
 * A small rollback first, then larger ones: the k-th goes to where the first failure's set starts at the k-th miss rate, and
 * at least one step further back than the one before. After the last miss rate it restarts.
 *
 * All starts come from the scores of the first failed attempt: the k-th lies no later than the start that the calibration
 * bounds at alpha_k. So each start keeps its own level, 1 - alpha_k, without a union bound. These levels hold before any
 * attempt is made. Given that a retry failed, no level is promised.
 *
 * A start at 0 is repeated as long as rollbacks are left.
 *
 * @throws {RangeError} if `alphas` is empty, holds one outside [0, 1), or does not fall
 * @see arXiv:2605.06788, Theorem 1, for each miss rate
 */
export function escalate({ alphas }: EscalateOptions): Policy {
  checkAlphas(alphas);
  const falling = [...alphas];
  return {
    name: "escalate",
    fingerprint: `escalate:${falling.join(",")}`,
    decide: (context) => decide(context, falling),
  };
}

function decide({ tries, startAt }: PolicyContext, alphas: readonly number[]): PolicyDecision {
  const failed = tries.length;
  const after = failed > 1 ? ` ${noLevel(failed)}` : "";
  const alpha = alphas[failed - 1];
  if (alpha === undefined) return restartBecause(`The miss rates are used up.${after}`);
  const bound = startAt(alpha);
  if (bound === undefined) {
    return restartBecause(`No calibration bounds where the mistake lies at miss rate ${alpha}.${after}`);
  }
  const start = Math.min(bound.start, latestStart(tries));
  const promise = promiseOf(bound, alpha);
  const promised =
    promise === undefined ? "No level is promised." : `${promiseSentence(promise, failed + 1)}${after}`;
  return {
    kind: "roll-back",
    start,
    ...(promise === undefined ? {} : { promise }),
    reason: `At miss rate ${alpha} the first failure's set starts at step ${bound.start + 1}. ${promised}`,
  };
}

/** A step further back than the attempt before, and within the last attempt. */
function latestStart(tries: readonly FailedTry[]): number {
  const last = tries.at(-1);
  if (last === undefined) return 0;
  const within = last.scores.length - 1;
  return Math.max(0, tries.length > 1 ? Math.min(last.start - 1, within) : within);
}

function checkAlphas(alphas: readonly number[]): void {
  if (alphas.length === 0) throw new RangeError("Expected `alphas` to hold at least one miss rate, got 0.");
  for (const [index, alpha] of alphas.entries()) {
    if (!(alpha >= 0 && alpha < 1)) throw new RangeError(`Expected \`alphas\` in [0, 1), got ${alpha}.`);
    const before = alphas[index - 1] ?? 1;
    if (!(alpha < before)) throw new RangeError(`Expected \`alphas\` to fall, got ${alpha} after ${before}.`);
  }
}
