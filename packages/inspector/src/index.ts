export type { CalibrationFile } from "./calibration/calibration-file.ts";
export { labelsWithFiles } from "./labels/labels-with-files.ts";
export type { ReadOtherTraces } from "./source/open-trajectory-files.ts";
export { calibrationView } from "./calibration/calibration-view.ts";
export type { CalibrationViewOptions } from "./calibration/calibration-view.ts";
export { checkpointerLabelStore } from "./labels/checkpointer-label-store.ts";
export { fileLabelStore } from "./labels/file-label-store.ts";
export type { FileLabelStoreOptions } from "./labels/file-label-store.ts";
export { LabelFormatError } from "./labels/label-format-error.ts";
export type { LabelStoreOptions } from "./labels/label-store-options.ts";
export { labelledTrajectories } from "./labels/labelled-trajectories.ts";
export type { LabelledTrajectories, LeftOut } from "./labels/labelled-trajectories.ts";
export { labelledVerdicts } from "./labels/labelled-verdicts.ts";
export type { LabelledVerdicts, LabelledVerdictsOptions, LeftOutRun } from "./labels/labelled-verdicts.ts";
export { labelsView } from "./labels/labels-view.ts";
export type { LabelsViewOptions } from "./labels/labels-view.ts";
export { runLabelsView } from "./labels/run-labels-view.ts";
export type { Label, LabelStore, LabelVerdict, NewLabel } from "./shared/labels/label.ts";
export { EARLIEST_UNRECOVERED, RIGHT_OR_WRONG } from "./shared/labels/label.ts";
export { pilotView } from "./piloting/pilot-view.ts";
export type { PilotViewOptions } from "./piloting/pilot-view.ts";
export type { VerifierCalibrationFile } from "./piloting/verifier-calibration-file.ts";
export { checkpointerSource } from "./source/checkpointer-source.ts";
export { DriverMissingError } from "./source/driver-missing-error.ts";
export { NoCheckpointsError } from "./source/no-checkpoints-error.ts";
export { openCheckpointer, openSource } from "./source/open-source.ts";
export type { OpenedCheckpointer } from "./source/opened-checkpointer.ts";
export type { OpenSourceOptions } from "./source/open-source.ts";
export { SourceFormatError } from "./source/source-format-error.ts";
export { SourceUnreadableError } from "./source/source-unreadable-error.ts";
export { threadTrajectories } from "./source/thread-trajectories.ts";
export { trajectorySource } from "./source/trajectory-source.ts";
export type { AttemptAddress, ThreadSource } from "./source/thread-source.ts";
export { rollbackMarkdown } from "./picture/rollback-markdown.ts";
export { rollbackSvg } from "./picture/rollback-svg.ts";
export type { ReportOptions } from "./report/gather-report.ts";
export { reportHtml } from "./report/report-html.ts";
export { ThreadNotFoundError } from "./report/thread-not-found-error.ts";
export { ListenError } from "./server/listen-error.ts";
export { PageMissingError } from "./built-page/page-missing-error.ts";
export { startInspector } from "./server/start-inspector.ts";
export type { Inspector, InspectorOptions } from "./server/start-inspector.ts";
export type { WatchOptions } from "./server/thread-events.ts";
export type { CalibrationView, CalibrationWarning } from "./shared/view/calibration-view.ts";
export type { JsonValue } from "./shared/view/json-value.ts";
export type { Disagreement, LabelsView, QueueItem } from "./shared/view/labels-view.ts";
export type { PilotView } from "./shared/view/pilot-view.ts";
export type { PilotFile } from "./shared/view/task-pilot-view.ts";
export type { MessageView, StepAddress, StepDetail } from "./shared/view/step-detail.ts";
export type { ThreadStatus, ThreadSummary } from "./shared/view/thread-summary.ts";
export type {
  AttemptView,
  RunView,
  StepView,
  ThreadView,
  UnreadablePart,
} from "./shared/view/thread-view.ts";
