import { describeError } from "./describe-error.ts";

/** `revalidate` threw, or gave no updates of channels. The run was not rolled back, and nothing was undone. */
export class RevalidateError extends Error {
  override readonly name = "RevalidateError";
  readonly code = "REVALIDATE";

  constructor(options: ErrorOptions) {
    super(`\`revalidate\` failed: ${describeError(options.cause).message}`, options);
  }
}
