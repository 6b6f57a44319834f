import type { Calibration } from "@langgraph-rollback/attribution";

import { explainedSource } from "../explaining/explained-source.ts";
import { labelsWithFiles } from "../labels/labels-with-files.ts";
import type { PromiseSources } from "../promises/promises-view.ts";
import type { Label, LabelStore } from "../shared/labels/label.ts";
import { EARLIEST_UNRECOVERED } from "../shared/labels/label.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import { compareAttempts } from "./compare-attempts.ts";
import { failureStats } from "./failure-stats.ts";
import { findOrigin } from "./find-origin.ts";
import { listThreads } from "./list-threads.ts";
import { readStep } from "./read-step.ts";
import type { RunTool } from "./run-tool.ts";
import { showThread } from "./show-thread.ts";
import { tellPromises } from "./tell-promises.ts";
import { whyFailed } from "./why-failed.ts";

/** Calibrations of the agent whose runs are told of. */
export interface RunCalibrations extends PromiseSources {
  /** Of sets. It also tells why a step is suspected where that was not recorded. */
  readonly calibration?: Calibration | undefined;
}

/** Runs that tools tell of. */
export interface RunToolsOptions {
  /** Threads to tell of. Only read; the caller closes it. */
  readonly source: ThreadSource;
  /** Labels that people have given. Only read. */
  readonly labels: Pick<LabelStore, "list">;
  /** Reads the calibrations of this agent, for promises and for why steps are suspected; called for each question. Default: none. */
  readonly calibrations?: (() => Promise<RunCalibrations>) | undefined;
  /** Milliseconds since any moment, by which a search ends in time. Default: the system's clock. */
  readonly clock?: (() => number) | undefined;
  /** Told of threads that a search could not read. Default: nobody. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * The questions about recorded runs that a coding assistant can ask, for a server of the Model Context Protocol or for a model's tools. All of them
 * only read. Every text of an answer is visible and marked as recorded.
 *
 * @example
 * const [listThreads] = runTools({ source, labels: fileLabelStore("runs.labels.jsonl") });
 */
export function runTools(options: RunToolsOptions): readonly RunTool[] {
  const {
    calibrations = async (): Promise<RunCalibrations> => ({}),
    clock = Date.now,
    onError = () => {},
  } = options;
  const source = explainedSource(options.source, async () => (await calibrations()).calibration);
  const labels = labelsWithFiles(options.labels, source);
  const stood = async (): Promise<readonly Label[]> =>
    (await labels.list()).filter(({ convention }) => convention === EARLIEST_UNRECOVERED);
  return [
    listThreads({ source, labels: stood, clock, onError }),
    showThread({ source }),
    whyFailed({ source }),
    compareAttempts({ source }),
    readStep({ source }),
    findOrigin({ source }),
    tellPromises({ source, labels, calibrations }),
    ...failureStats({ source }),
  ];
}
