/** A recorded scorer has no opinion of its judge about a run. */
export class OpinionMissingError extends Error {
  override readonly name = "OpinionMissingError";
  readonly code = "OPINION_MISSING";
  /** Name of the judge. */
  readonly judge: string;
  readonly trajectoryId: string;

  constructor(judge: string, trajectoryId: string) {
    super(
      `Expected an opinion of "${judge}" on trajectory "${trajectoryId}", got none. Record one, or leave the trajectory out.`,
    );
    this.judge = judge;
    this.trajectoryId = trajectoryId;
  }
}
