/** The run's durability stores no checkpoints between steps, so there would be nothing to rewind to. */
export class DurabilityError extends Error {
  override readonly name = "DurabilityError";
  readonly code = "DURABILITY";
  readonly setting: string;

  constructor(setting: string) {
    super(
      `\`${setting}\` writes no checkpoint until the run ends, so a failed run cannot be rewound. ` +
        `Set \`durability\` to "sync" (the default here) or "async".`,
    );
    this.setting = setting;
  }
}
