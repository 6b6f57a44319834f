import type { PromiseLine } from "@langgraph-rollback/attribution";
import type { AgentStats } from "langgraph-rollback/stats";
import { createContext, useContext } from "react";

import type { ActingView, DeletionView } from "../../../src/shared/acting/acting-view.ts";
import type { ActionBodies } from "../../../src/shared/acting/requests.ts";
import type { GivenLabel, Label } from "../../../src/shared/labels/label.ts";
import type { AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import type { ListedThreads, ThreadQuery } from "../../../src/shared/listing/thread-query.ts";
import type { AttemptToLabel, StepToLabel } from "../../../src/shared/view/attempt-to-label.ts";
import type { CalibrationView } from "../../../src/shared/view/calibration-view.ts";
import type { FilesView } from "../../../src/shared/view/files-view.ts";
import type { FindingsView } from "../../../src/shared/view/finding-view.ts";
import type { LearningView } from "../../../src/shared/view/learning-view.ts";
import type { LabelsView } from "../../../src/shared/view/labels-view.ts";
import type { PilotView } from "../../../src/shared/view/pilot-view.ts";
import type { QueueView } from "../../../src/shared/view/queue-view.ts";
import type { ReplayStepAddress, ReplaySummary, ReplayView } from "../../../src/shared/view/replay-view.ts";
import type { StepAddress, StepDetail } from "../../../src/shared/view/step-detail.ts";
import type { StepValues, TextPlaces } from "../../../src/shared/view/step-values.ts";
import type { TaskPilotView } from "../../../src/shared/view/task-pilot-view.ts";
import type { ThreadView } from "../../../src/shared/view/thread-view.ts";

/** Actions of a person on threads. */
export interface Acts {
  /** Name under which they act unless they type another one. */
  readonly by: string;
  /** Tells which actions can be done. @param step 0-based, to look at a retry from there */
  readonly view: (thread: string, step?: number) => Promise<ActingView>;
  readonly act: <Name extends keyof ActionBodies>(name: Name, body: ActionBodies[Name]) => Promise<void>;
  /** Tells what would go with a thread. */
  readonly deletion: (thread: string) => Promise<DeletionView>;
}

/** Source of the page's data: the local server, or the report's own file. */
export interface PageData {
  /** Name of the source, for people. */
  readonly name: string;
  /** A report is a picture of one moment: nothing is live, nothing can be labelled. */
  readonly kind: "live" | "report";
  /** When a report was made and what it leaves out, as sentences. */
  readonly notices?: readonly string[];
  /**
   * Some of the threads. An answer that does not cover all threads says so; a follow-up looks further.
   * @param request whether this is a follow-up, and whether all is to be read anew; default neither
   */
  readonly threads: (
    query: ThreadQuery,
    request?: { readonly followUp?: true; readonly anew?: true },
  ) => Promise<ListedThreads>;
  readonly thread: (id: string) => Promise<ThreadView | undefined>;
  readonly step: (address: StepAddress) => Promise<StepDetail | undefined>;
  /** Values of a step that stand before it; absent in a report. */
  readonly values?: (address: StepAddress) => Promise<StepValues | undefined>;
  /** Finds the places of a text in an attempt; absent in a report. */
  readonly origin?: (id: AttemptId, text: string) => Promise<TextPlaces | undefined>;
  /** Files that an attempt changed; `undefined` where nothing is known of them. */
  readonly files: (id: AttemptId) => Promise<FilesView | undefined>;
  /** Findings of methods about an attempt, from files; absent where the inspector was given none, and in a report. */
  readonly findings?: (id: AttemptId) => Promise<FindingsView | undefined>;
  /** Replays of a thread's runs, from files; absent in a report. */
  readonly replays?: (thread: string) => Promise<readonly ReplaySummary[]>;
  readonly replay?: (thread: string, replay: number) => Promise<ReplayView | undefined>;
  readonly replayStep?: (address: ReplayStepAddress) => Promise<StepDetail | undefined>;
  /** An attempt without what would lead its labeller; `isOfRun`: to be judged right or wrong. */
  readonly attemptToLabel: (id: AttemptId, isOfRun: boolean) => Promise<AttemptToLabel | undefined>;
  readonly stepToLabel: (address: StepAddress) => Promise<StepToLabel | undefined>;
  readonly labels: () => Promise<LabelsView>;
  /** Labels of runs as right or wrong, and their queue; absent in a report. */
  readonly runLabels?: () => Promise<LabelsView>;
  /** Labels of runs as right or wrong that a report was given; absent in the live page. */
  readonly reportedRunLabels?: readonly Label[];
  readonly calibration: () => Promise<CalibrationView>;
  /** What is promised of the agent, and what was observed of it. */
  readonly promises: () => Promise<PromiseLine>;
  /** What agents have learnt from their own runs; absent in a report, which holds some threads only. */
  readonly learning?: () => Promise<LearningView>;
  /** Results of recorded runs about rollback; absent in a report, which holds some threads only. */
  readonly pilot?: () => Promise<PilotView>;
  /** Results of a pilot on tasks, if the inspector was given one; absent in a report. */
  readonly taskPilot?: () => Promise<TaskPilotView>;
  /** A queue of runs, if the inspector was given one; absent in a report. */
  readonly queue?: () => Promise<QueueView>;
  /** Figures of all runs, if the source counts them; absent in a report, which holds some threads only. */
  readonly stats?: () => Promise<AgentStats>;
  /** Name of the person who labels, as the server was told; absent in a report. */
  readonly labeller?: string;
  /** That person's meaning of "decisive"; absent in a report. */
  readonly convention?: string;
  /** Absent in a report. */
  readonly addLabel?: (label: GivenLabel) => Promise<Label>;
  readonly retractLabel?: (id: string) => Promise<void>;
  /** Acts on threads; absent where the inspector may not, and in a report. */
  readonly acts?: Acts;
  /** Calls `changed` whenever the thread has; absent in a report. @returns how to stop */
  readonly watch?: (thread: string, changed: () => void) => () => void;
  /** Calls `changed` whenever a thread is new, begins a turn or is decided about; absent in a report. @returns how to stop */
  readonly watchThreads?: (changed: () => void) => () => void;
  /** Addresses from which a thread can be had as JSON Lines and as a report; absent in a report. */
  readonly downloads?: (thread: string) => { readonly trajectories: string; readonly report: string };
}

const PageDataContext = createContext<PageData | undefined>(undefined);

export const PageDataProvider: typeof PageDataContext.Provider = PageDataContext.Provider;

export function usePageData(): PageData {
  const data = useContext(PageDataContext);
  if (data === undefined) throw new Error("Expected a PageDataProvider around the page.");
  return data;
}
