/** The verifier returned something that says neither yes nor no. */
export class VerifierOutputError extends Error {
  override readonly name = "VerifierOutputError";
  readonly code = "VERIFIER_OUTPUT";
  readonly received: unknown;

  constructor(received: unknown) {
    super(
      `Expected \`verify\` to return a boolean, { ok, reason? } or { key, score, comment? } with a text as reason, a finite score and, in \`cost\`, numbers of tokens >= 0, got ${shown(received)}. ` +
        (received === undefined
          ? "A function with braces returns nothing without `return`."
          : "No run is rolled back until it does."),
    );
    this.received = received;
  }
}

function shown(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, 200);
  } catch {
    return typeof value === "bigint" ? `${value}n` : `a ${typeof value} that JSON cannot hold`;
  }
}
