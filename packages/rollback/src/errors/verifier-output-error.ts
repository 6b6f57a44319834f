/** The verifier returned something that says neither yes nor no. */
export class VerifierOutputError extends Error {
  override readonly name = "VerifierOutputError";
  readonly code = "VERIFIER_OUTPUT";
  readonly received: unknown;

  constructor(received: unknown) {
    super(
      `Expected \`verify\` to return a boolean, { ok, reason? } or { key, score, comment? }, got ${JSON.stringify(received)?.slice(0, 200) ?? String(received)}.`,
    );
    this.received = received;
  }
}
