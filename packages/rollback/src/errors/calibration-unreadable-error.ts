import { describeError } from "./describe-error.ts";

/** The file that `calibration` names cannot be read. */
export class CalibrationUnreadableError extends Error {
  override readonly name = "CalibrationUnreadableError";
  readonly code = "CALIBRATION_UNREADABLE";
  readonly path: string;

  /** @param cause what the file system threw; `undefined` if it is not a file, but a folder, for example */
  constructor(path: string, cause?: unknown) {
    super(
      cause === undefined
        ? `${JSON.stringify(path)} is no file. Name the file that \`calibrate\` wrote.`
        : `${JSON.stringify(path)} cannot be read: ${describeError(cause).message}.`,
      { cause },
    );
    this.path = path;
  }
}
