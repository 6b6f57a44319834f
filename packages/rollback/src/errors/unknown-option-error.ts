/** An option was given that does not exist, most likely a name that was mistyped. */
export class UnknownOptionError extends TypeError {
  override readonly name = "UnknownOptionError";
  readonly code = "UNKNOWN_OPTION";
  readonly option: string;
  /** The option whose name is nearest. */
  readonly nearest: string;

  constructor(option: string, nearest: string, known: readonly string[]) {
    super(
      `There is no option \`${option}\`; did you mean \`${nearest}\`? The options are ${known.map((name) => `\`${name}\``).join(", ")}.`,
    );
    this.option = option;
    this.nearest = nearest;
  }
}
