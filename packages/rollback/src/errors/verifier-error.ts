/** The verifier itself failed: the run's success is unknown, its result is the user's own. */
export class VerifierError extends Error {
  override readonly name = "VerifierError";
  readonly code = "VERIFIER_FAILED";
  constructor(options: { readonly cause: unknown }) {
    super(
      `\`verify\` threw ${options.cause instanceof Error ? `${options.cause.name}: ${options.cause.message}` : String(options.cause)}. ` +
        `The run's result was left as it is; make the verifier return false or { ok: false } for a failed run.`,
      options,
    );
  }
}
