import type { CalibrationView } from "../shared/view/calibration-view.ts";

/** What a picture or a summary of a rollback is told beside the run itself. */
export interface PictureOptions {
  /** What is known of the calibration today, as `calibrationView` gives it. Without it, only the record of each set speaks. */
  readonly calibration?: CalibrationView | undefined;
}
