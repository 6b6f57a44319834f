/** The model has asked to go back, by `rollbackTool`, and nothing was rewound: the run went on. */
export class RewindRefusedError extends Error {
  override readonly name = "RewindRefusedError";
  readonly code = "REWIND_REFUSED";
  readonly attempt: number;

  constructor(attempt: number, why: string) {
    super(
      `The model asked to go back in attempt ${attempt}, and nothing was rewound: ${why}. The tool has told it so.`,
    );
    this.attempt = attempt;
  }
}
