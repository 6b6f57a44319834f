/** There is no file where `calibration`, or `watch.alarm`, says. */
export class CalibrationMissingError extends Error {
  override readonly name = "CalibrationMissingError";
  readonly code = "CALIBRATION_MISSING";
  readonly path: string;

  /**
   * @param isHeld  whether a calibration was read from it before
   * @param without what is done as long as there is none, and what makes one
   */
  constructor(
    path: string,
    isHeld: boolean,
    without = "Failed runs are rolled back without a calibration until it does; the next run then takes it. `npx @langgraph-rollback/cli calibrate` writes one.",
  ) {
    super(
      isHeld
        ? `The calibration file ${JSON.stringify(path)} does not exist any more. The calibration that was read from it stays in use until this process ends.`
        : `The calibration file ${JSON.stringify(path)} does not exist. ${without}`,
    );
    this.path = path;
  }
}
