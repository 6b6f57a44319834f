/** The model has asked to go back, by `rollbackTool`: its attempt ends as failed. It is rolled back, or continues after the answer that nothing is rewound. */
export class RewindRequestedError extends Error {
  override readonly name = "RewindRequestedError";
  readonly code = "REWIND_REQUESTED";

  /** @param reason the model's words, untrusted */
  constructor(reason: string) {
    super(`The model asked to go back: ${reason}`);
  }
}
