import type { PromiseLine } from "@langgraph-rollback/attribution";

import type { AttemptId } from "../labels/attempt-key.ts";
import type { Label } from "../labels/label.ts";
import type { CalibrationView } from "./calibration-view.ts";
import type { FilesView } from "./files-view.ts";
import type { LabelsView } from "./labels-view.ts";
import type { StepDetail } from "./step-detail.ts";
import type { ThreadSummary } from "./thread-summary.ts";
import type { ThreadView } from "./thread-view.ts";

/** Files that an attempt changed. */
export interface ReportedFiles {
  readonly id: AttemptId;
  readonly view: FilesView;
}

/** All that a report shows: a picture of one moment. Plain JSON; all text is untrusted. */
export interface ReportData {
  /** Name of the source, for people. */
  readonly name: string;
  readonly threads: readonly ThreadSummary[];
  readonly views: readonly ThreadView[];
  /** Of as many steps as there was room for. */
  readonly details: readonly StepDetail[];
  /** Files that attempts changed, of those with a `workspace`. */
  readonly files: readonly ReportedFiles[];
  readonly labels: LabelsView;
  /** Labels that say of runs whether they are right, oldest first. */
  readonly runLabels: readonly Label[];
  readonly calibration: CalibrationView;
  readonly promises: PromiseLine;
  /** When it was made and what it leaves out, as sentences. */
  readonly notices: readonly string[];
}
