/** A language model that judges a run did not answer in the required shape. */
export class VerifierAnswerError extends Error {
  override readonly name = "VerifierAnswerError";
  readonly code = "VERIFIER_ANSWER";
  /** The model's answer, as text. Untrusted. */
  readonly received: string;

  constructor(received: string, options?: ErrorOptions) {
    const shown = received.length > 200 ? `${received.slice(0, 200)}…` : received;
    super(
      `Expected the model to answer with { reason, ok, score }, a score from 0 to 1, got ${JSON.stringify(shown)}. ` +
        "Take a model that keeps to the required shape, or ask it several times with `repeated`.",
      options,
    );
    this.received = received;
  }
}
