import { sentence } from "@langgraph-rollback/attribution/trajectory";
import { describeError } from "./describe-error.ts";

/** The verifier itself failed: the run's success is unknown, its result is the user's own. */
export class VerifierError extends Error {
  override readonly name = "VerifierError";
  readonly code = "VERIFIER";
  constructor(options: { readonly cause: unknown }) {
    const { name, message } = describeError(options.cause);
    super(
      `\`verify\` threw ${name}: ${sentence(message)} ` +
        `The run's result was left as it is; make the verifier return false or { ok: false } for a failed run.`,
      options,
    );
  }
}
