import { sentence } from "../trajectory/index.ts";

/** A calibration file is cut short, edited by hand, or of a version that this package cannot read. */
export class CalibrationFormatError extends Error {
  override readonly name = "CalibrationFormatError";
  readonly code = "CALIBRATION_FORMAT";
  /** Path of the field, such as `nonconformities[3]`; "" for the file as a whole. */
  readonly field: string;

  constructor(field: string, fault: string, options?: ErrorOptions) {
    super(
      `Calibration${field === "" ? "" : `, \`${field}\``}: ${sentence(fault)} Calibrate again, or restore the file.`,
      options,
    );
    this.field = field;
  }
}
