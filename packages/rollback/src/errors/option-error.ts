import { shownValue } from "./shown-value.ts";

/** An option has a value that it cannot have. */
export class OptionError extends TypeError {
  override readonly name = "OptionError";
  readonly code = "OPTION_INVALID";
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
