import type { Verdict, Verifier, VerifierRun } from "../verifying/verifier.ts";

/** A verifier with a fingerprint. */
export interface NamedVerifier<Input = unknown, Output = unknown> extends Verifier<Input, Output> {
  readonly fingerprint: string;
}

/**
 * Gives a verifier a fingerprint, so that it can be calibrated.
 *
 * @param fingerprint short name. Change it whenever the verifier decides by something else: another model, prompt, rule or limit.
 * @throws {RangeError} if the fingerprint is empty
 *
 * @example
 * const verify = namedVerifier("refund-judge-3", async ({ output }) => judgeRefund(output));
 */
export function namedVerifier<Input, Output>(
  fingerprint: string,
  verify: (run: VerifierRun<Input, Output>) => Verdict | Promise<Verdict>,
): NamedVerifier<Input, Output> {
  if (fingerprint === "") throw new RangeError("Expected `fingerprint` to be a name, got an empty text.");
  return Object.assign((run: VerifierRun<Input, Output>) => verify(run), { fingerprint });
}
