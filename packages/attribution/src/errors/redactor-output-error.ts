/** `redact` returned something else than a text. The prompt was not sent. */
export class RedactorOutputError extends Error {
  override readonly name = "RedactorOutputError";
  readonly code = "REDACTOR_OUTPUT";
  /** Kind of the value it returned: "Promise", "undefined". Never the value, which may be what must not leave. */
  readonly actual: string;

  constructor(output: unknown) {
    const actual = kindOf(output);
    super(
      `Expected \`redact\` to return a string, got ${actual}. Return the text without what must not leave, and not by a promise.`,
    );
    this.actual = actual;
  }
}

function kindOf(output: unknown): string {
  if (output === null) return "null";
  return output instanceof Promise ? "Promise" : typeof output;
}
