/** A calibration is used with another scorer than the one whose scores it was learnt from. */
export class CalibrationMismatchError extends Error {
  override readonly name = "CalibrationMismatchError";
  readonly code = "CALIBRATION_MISMATCH";
  readonly expected: string;
  readonly actual: string;

  constructor(expected: string, actual: string) {
    super(
      `Calibration was fitted with scorer "${expected}", not "${actual}". Recalibrate, or pin the scorer.`,
    );
    this.expected = expected;
    this.actual = actual;
  }
}
