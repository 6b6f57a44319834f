import type { Verdict, Verifier, VerifierRun } from "./verifier.ts";
import { checkFunction, checkVerifierOptions } from "./check-verifier-options.ts";
import { inTime } from "./in-time.ts";

/** A verifier with a fingerprint. */
export interface NamedVerifier<Input = unknown, Output = unknown> extends Verifier<Input, Output> {
  readonly fingerprint: string;
}

/** Options of every verifier here. */
export interface VerifierOptions {
  /**
   * Milliseconds that it may take, in (0, 2^31 - 1]. Then it is aborted by `signal` and throws a `VerifierTimeoutError`: the run is not judged.
   * Default: no limit.
   */
  readonly timeout?: number;
}

/**
 * Gives a verifier a fingerprint, which calibration needs, and a time limit.
 *
 * @param fingerprint short name. Change it whenever the verifier decides by something else: another model, prompt, rule or limit.
 * @throws {RangeError} if the fingerprint is empty
 *
 * @example
 * const verify = namedVerifier("refund-judge-3", async ({ output }) => judgeRefund(output), { timeout: 30_000 });
 */
export function namedVerifier<Input, Output>(
  fingerprint: string,
  verify: (run: VerifierRun<Input, Output>) => Verdict | Promise<Verdict>,
  options: VerifierOptions = {},
): NamedVerifier<Input, Output> {
  if (fingerprint === "") throw new RangeError("Expected `fingerprint` to be a name, got an empty text.");
  checkFunction("verify", verify);
  checkVerifierOptions(options);
  const { timeout } = options;
  const asked = (run: VerifierRun<Input, Output>): Verdict | Promise<Verdict> =>
    timeout === undefined ? verify(run) : inTime(run, timeout, verify);
  return Object.assign(asked, { fingerprint });
}
