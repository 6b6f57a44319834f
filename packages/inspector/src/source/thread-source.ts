import type { AgentLearning } from "langgraph-rollback";
import type { StoredSpans } from "langgraph-rollback/inspection";
import type { AgentStats, readAgentStats } from "langgraph-rollback/stats";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { FilesView } from "../shared/view/files-view.ts";
import type { Label } from "../shared/labels/label.ts";
import type { FilesLimits } from "../files/read-files-view.ts";
import type { StepAddress, StepDetail } from "../shared/view/step-detail.ts";
import type { ThreadSummary } from "../shared/view/thread-summary.ts";
import type { ThreadView } from "../shared/view/thread-view.ts";

/** Which attempt of a thread. */
export type AttemptAddress = Omit<StepAddress, "step">;

/** Choice of runs to count. */
export type StatsQuery = Omit<NonNullable<Parameters<typeof readAgentStats>[1]>, "known">;

/** Source of recorded threads: a checkpointer, or files of trajectories. Never written to. */
export interface ThreadSource {
  /** Name of the source, for people: a file's name, or a database without its password. */
  readonly name: string;
  /**
   * The threads, latest first.
   * @param limit at most so many, and whether there are more
   */
  readonly list: (
    limit: number,
  ) => Promise<{ readonly threads: readonly ThreadSummary[]; readonly more: boolean }>;
  /** Changes whenever a thread is new, begins a turn or is decided about; cheap, as it is asked for while somebody looks on. */
  readonly listVersion: () => Promise<string>;
  /** @returns `undefined` if there is no such thread */
  readonly thread: (id: string) => Promise<ThreadView | undefined>;
  readonly step: (address: StepAddress) => Promise<StepDetail | undefined>;
  /** Files that an attempt changed; `undefined` where nothing is known of them. Default: nothing is of any attempt. */
  readonly files?:
    | ((address: AttemptAddress, limits?: FilesLimits) => Promise<FilesView | undefined>)
    | undefined;
  /** An attempt as plain data, for export and calibration; not shortened. */
  readonly trajectory: (address: AttemptAddress) => Promise<Trajectory | undefined>;
  /** Spans that told of a run while it ran, oldest first. Default: none of any run. */
  readonly spans?: ((thread: string, run: string) => Promise<readonly StoredSpans[]>) | undefined;
  /** Changes whenever the thread does; cheap, as it is asked for while somebody looks on. */
  readonly version: (id: string) => Promise<string>;
  /** Labels that stand in what is read itself, as in files of labelled trajectories. Default: none. */
  readonly labels?: readonly Label[] | undefined;
  /** What agents have learnt from their own runs, as far as it is kept here. Default: nothing. */
  readonly learning?: (() => Promise<readonly AgentLearning[]>) | undefined;
  /** Figures of all runs in sum. What was read of threads is remembered while they do not change. Default: none are known, as of files. */
  readonly stats?: ((options?: StatsQuery) => Promise<AgentStats>) | undefined;
  readonly close: () => Promise<void>;
}
