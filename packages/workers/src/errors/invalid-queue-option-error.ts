import { inspect } from "node:util";

/** An option of the queue or of a worker has a value that cannot be used. */
export class InvalidQueueOptionError extends Error {
  override readonly name = "InvalidQueueOptionError";
  readonly code = "INVALID_QUEUE_OPTION";
  readonly option: string;

  constructor(option: string, expected: string, given: unknown) {
    super(
      `Expected \`${option}\` to be ${expected}, got ${inspect(given, { depth: 1, breakLength: Infinity })}.`,
    );
    this.option = option;
  }
}
