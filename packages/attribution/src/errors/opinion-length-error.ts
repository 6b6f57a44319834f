/** A recorded opinion is about another number of steps than the trajectory has: another run, or another cut of it. */
export class OpinionLengthError extends Error {
  override readonly name = "OpinionLengthError";
  readonly code = "OPINION_LENGTH";
  /** Name of the judge. */
  readonly judge: string;
  readonly trajectoryId: string;
  /** Steps of the trajectory. */
  readonly expected: number;
  /** Steps of the opinion. */
  readonly actual: number;

  constructor(judge: string, trajectoryId: string, expected: number, actual: number) {
    super(
      `Expected the opinion of "${judge}" on trajectory "${trajectoryId}" to be about ${expected} steps, got ${actual}. Record it anew from this trajectory.`,
    );
    this.judge = judge;
    this.trajectoryId = trajectoryId;
    this.expected = expected;
    this.actual = actual;
  }
}
