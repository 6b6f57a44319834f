/** A process continues a run that began with another calibration. What is decided from now on promises nothing. */
export class CalibrationChangedError extends Error {
  override readonly name = "CalibrationChangedError";
  readonly code = "CALIBRATION_CHANGED";
  /** `calibrationId` of the calibration that the attempt before was attributed with; `undefined` for none. */
  readonly before: string | undefined;
  /** The same of this attempt. */
  readonly now: string | undefined;

  constructor(before: string | undefined, now: string | undefined) {
    const [earlier, later] = [before, now].map((id) => (id === undefined ? "without one" : `with "${id}"`));
    super(
      `The calibration has changed within this run: the attempt before was attributed ${earlier}, this one ${later}. One calibration does not speak for the set of another, so the rest of this run is planned without a promise. New runs are not affected.`,
    );
    this.before = before;
    this.now = now;
  }
}
