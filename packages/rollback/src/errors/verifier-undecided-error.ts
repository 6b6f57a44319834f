import { sentence } from "@langgraph-rollback/attribution/trajectory";
import { describeError } from "./describe-error.ts";

/** Some of several verifiers gave no verdict, and the other verdicts do not decide. */
export class VerifierUndecidedError extends AggregateError {
  override readonly name = "VerifierUndecidedError";
  readonly code = "VERIFIER_UNDECIDED";

  /**
   * @param failed names of those that gave none, and what they threw
   * @param asked how many were called
   */
  constructor(failed: readonly { readonly name: string; readonly error: unknown }[], asked: number) {
    const told = failed.map(({ name, error }) => {
      const thrown = describeError(error);
      return `${name}: ${thrown.name}: ${sentence(thrown.message)}`;
    });
    super(
      failed.map(({ error }) => error),
      `${failed.length} of ${asked} answers are missing, and the others do not decide. ${told.join(" ")}`,
    );
  }
}
