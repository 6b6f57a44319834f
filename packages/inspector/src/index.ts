export type { Label, LabelStore, LabelVerdict, NewLabel } from "./labels/label.ts";
export { EARLIEST_UNRECOVERED } from "./labels/label.ts";
export type { AttemptAddress, ThreadSource } from "./source/thread-source.ts";
export type { CalibrationView, CalibrationWarning } from "./view/calibration-view.ts";
export type { JsonValue } from "./view/json-value.ts";
export type { Disagreement, LabelsView, QueueItem } from "./view/labels-view.ts";
export type { MessageView, StepAddress, StepDetail } from "./view/step-detail.ts";
export type { ThreadStatus, ThreadSummary } from "./view/thread-summary.ts";
export type { AttemptView, RunView, StepView, ThreadView } from "./view/thread-view.ts";
