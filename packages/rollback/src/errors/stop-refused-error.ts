/** An attempt was to be stopped early, and nothing was rewound: it went on. */
export class StopRefusedError extends Error {
  override readonly name = "StopRefusedError";
  readonly code = "STOP_REFUSED";
  readonly attempt: number;

  constructor(attempt: number, stop: string, why: string) {
    super(
      `Attempt ${attempt} was to be rolled back before its end (${stop}), and nothing was rewound: ${why}. It went on, and is not stopped again.`,
    );
    this.attempt = attempt;
  }
}
