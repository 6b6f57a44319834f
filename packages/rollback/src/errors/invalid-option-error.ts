import { shownValue } from "./shown-value.ts";

/** An option has a value that it cannot have. */
export class InvalidOptionError extends TypeError {
  override readonly name = "InvalidOptionError";
  readonly code = "INVALID_OPTION";
  readonly option: string;
  readonly received: unknown;

  /** @param expected what it takes, with an article */
  constructor(option: string, expected: string, received: unknown) {
    const remedy = received instanceof Promise ? " Await it." : "";
    super(`Expected \`${option}\` to be ${expected}, got ${shownValue(received)}.${remedy}`);
    this.option = option;
    this.received = received;
  }
}
