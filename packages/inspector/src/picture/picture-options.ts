import type { PromiseLine } from "@langgraph-rollback/attribution";

import type { CalibrationView } from "../shared/view/calibration-view.ts";

/** Facts for a picture or a summary of a rollback beside the run itself. */
export interface PictureOptions {
  /** Known facts about the calibration today, as `calibrationView` gives them. Without them, only the record of each set counts. */
  readonly calibration?: CalibrationView | undefined;
  /** What is promised of the agent, as `promisesView` gives it; only of summaries. Default: nothing is said of it. */
  readonly promises?: PromiseLine | undefined;
}
