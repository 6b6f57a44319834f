/** A calibration, or the weights of a panel, are used with another verifier than the one that they were learnt from. */
export class VerifierMismatchError extends Error {
  override readonly name = "VerifierMismatchError";
  readonly code = "VERIFIER_MISMATCH";
  readonly expected: string;
  /** `undefined` for a verifier without a fingerprint. */
  readonly actual: string | undefined;

  constructor(expected: string, actual: string | undefined) {
    const remedy =
      actual === undefined
        ? "Give it one with `namedVerifier`."
        : "Calibrate again, or use the verifier that was calibrated.";
    super(
      `This was learnt from the verifier "${expected}", not from ${actual === undefined ? "one without a fingerprint" : `"${actual}"`}. ${remedy}`,
    );
    this.expected = expected;
    this.actual = actual;
  }
}
