import type { PromiseLine } from "@langgraph-rollback/attribution";
import type { AgentStats } from "langgraph-rollback/stats";

import type { ActingDesk } from "../acting/acting-desk.ts";
import type { LabelStore } from "../shared/labels/label.ts";
import type { ThreadsList } from "../listing/threads-list.ts";
import type { ShownFindings } from "../findings/shown-findings.ts";
import type { ShownReplays } from "../replays/shown-replays.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import type { CalibrationView } from "../shared/view/calibration-view.ts";
import type { AttemptId } from "../shared/labels/attempt-key.ts";
import type { AttemptToLabel, StepToLabel } from "../shared/view/attempt-to-label.ts";
import type { LearningView } from "../shared/view/learning-view.ts";
import type { LabelsView } from "../shared/view/labels-view.ts";
import type { QueueView } from "../shared/view/queue-view.ts";
import type { PilotView } from "../shared/view/pilot-view.ts";
import type { StepAddress } from "../shared/view/step-detail.ts";
import type { TaskPilotView } from "../shared/view/task-pilot-view.ts";

/** Source that the server shows, and its store of labels. */
export interface Inspected {
  readonly source: ThreadSource;
  readonly labels: LabelStore;
  readonly replays: ShownReplays;
  /** Absent where the inspector was given no findings. */
  readonly findings?: ShownFindings | undefined;
  /** The threads that a query asks for. */
  readonly threadsList: ThreadsList;
  /** Made anew for each request, as labels and threads change. */
  readonly labelsView: () => Promise<LabelsView>;
  /** The same of runs that were judged right or wrong. */
  readonly runLabelsView: () => Promise<LabelsView>;
  /** An attempt for its labeller. @param isOfRun whether it is to be judged right or wrong */
  readonly attemptToLabel: (id: AttemptId, isOfRun: boolean) => Promise<AttemptToLabel | undefined>;
  /** A step for its labeller. */
  readonly stepToLabel: (address: StepAddress) => Promise<StepToLabel | undefined>;
  readonly calibrationView: () => Promise<CalibrationView>;
  readonly learningView: () => Promise<LearningView>;
  readonly promisesView: () => Promise<PromiseLine>;
  readonly pilotView: () => Promise<PilotView>;
  readonly taskPilotView: () => Promise<TaskPilotView>;
  /** Absent where the inspector was given no queue. */
  readonly queueView?: (() => Promise<QueueView>) | undefined;
  /** Absent where the source does not count over all runs. */
  readonly statsView?: (() => Promise<AgentStats>) | undefined;
  /** Absent where the inspector may not act. */
  readonly desk?: (ActingDesk & { readonly by: string }) | undefined;
  /** A thread as one HTML file. */
  readonly reportOf: (thread: string) => Promise<string>;
  /** Name of the person who labels. */
  readonly labeller: string;
  /** That person's meaning of "decisive". */
  readonly convention: string;
}
