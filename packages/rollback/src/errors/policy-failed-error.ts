import { describeError } from "./describe-error.ts";

/** A policy threw. The run starts again from its beginning, which needs no policy. */
export class PolicyFailedError extends Error {
  override readonly name = "PolicyFailedError";
  readonly code = "POLICY_FAILED";
  readonly policy: string;

  constructor(policy: string, options: ErrorOptions) {
    super(`The policy "${policy}" threw: ${describeError(options.cause).message}`, options);
    this.policy = policy;
  }
}
