/** A scorer broke its contract: one finite number in [0, 1] for each step. */
export class ScorerOutputError extends Error {
  override readonly name = "ScorerOutputError";
  readonly code = "SCORER_OUTPUT";
  readonly fingerprint: string;
  readonly expected: string;
  readonly actual: string;

  constructor(fingerprint: string, expected: string, actual: string) {
    super(
      `Scorer "${fingerprint}" must return ${expected}, got ${actual}. Correct the scorer; nothing was attributed.`,
    );
    this.fingerprint = fingerprint;
    this.expected = expected;
    this.actual = actual;
  }
}
