import { shownValue } from "./shown-value.ts";

/** The replanner returned something that is not a note. */
export class ReplannerOutputError extends Error {
  override readonly name = "ReplannerOutputError";
  readonly code = "REPLANNER_OUTPUT";
  readonly received: unknown;

  constructor(expected: string, received: unknown) {
    super(
      `Expected \`replan\` to return ${expected}, or undefined to tell nothing, got ${shownValue(received)}. ` +
        "Nothing is rolled back without knowing what to tell.",
    );
    this.received = received;
  }
}
