/** A verifier took longer than its `timeout`. What it had started was aborted. Nobody knows whether the run succeeded. */
export class VerifierTimeoutError extends Error {
  override readonly name = "VerifierTimeoutError";
  readonly code = "VERIFIER_TIMEOUT";
  readonly milliseconds: number;

  /** @param aftermath what became of what it had started, as a sentence */
  constructor(milliseconds: number, aftermath = "What it had started was aborted.") {
    super(`The verifier took longer than ${milliseconds} ms (\`timeout\`). ${aftermath}`);
    this.milliseconds = milliseconds;
  }
}
