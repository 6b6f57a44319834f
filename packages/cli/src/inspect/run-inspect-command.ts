import { readLearning } from "langgraph-rollback";

import { labelsFileOf } from "../data/labels-file.ts";
import { withSource } from "../data/open-where.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import type { UntilStopped } from "../terminal/until-stopped.ts";
import { withActingAgent } from "./acting-agent.ts";
import { withActingQueue } from "./acting-queue.ts";
import { openShownQueue } from "./queue-view.ts";
import { serveInspector } from "./serve-inspector.ts";

/** Source to show, and the address to show it at. */
export interface InspectOptions extends WhereOptions {
  readonly calibration?: string;
  readonly verifierCalibration?: string;
  readonly recoveryCalibration?: string;
  readonly alarmCalibration?: string;
  readonly pilot?: string;
  readonly replays?: readonly string[];
  readonly findings?: readonly string[];
  /** Address of a queue of runs. */
  readonly queue?: string;
  readonly queueSchema?: string;
  readonly store?: string;
  /** Module of an agent to act with. */
  readonly act?: string;
  /** Name of the person who acts. */
  readonly by?: string;
  readonly readOnly?: true;
  readonly labels?: string;
  readonly labeller?: string;
  readonly host?: string;
  readonly port?: number;
  readonly origin?: string;
  readonly json?: true;
  readonly open?: true;
}

/** Serves the inspector of the source that is named. */
export async function runInspectCommand(
  where: readonly string[],
  options: InspectOptions,
  output: Output,
  untilStopped: UntilStopped,
): Promise<void> {
  const labels = options.labels ?? labelsFileOf(where);
  const reads = {
    where,
    "--calibration": options.calibration,
    "--verifier-calibration": options.verifierCalibration,
    "--recovery-calibration": options.recoveryCalibration,
    "--alarm-calibration": options.alarmCalibration,
    "--pilot": options.pilot,
    "--replays": options.replays,
    "--findings": options.findings,
    "--store": options.store,
  };
  // Labels are added to what is there.
  checkOutputs({ force: true, reads, writes: { "--labels": labels } });
  const { queue, queueSchema, store } = options;
  const learning = store === undefined ? {} : { learning: () => readLearning(store) };
  const shown = queue === undefined ? undefined : await openShownQueue({ queue, queueSchema });
  try {
    await withActingAgent(where, options, (act) =>
      withActingQueue(where, options, shown?.acts, (actQueue) =>
        withSource(where, options, (source) =>
          serveInspector(
            { ...options, act, actQueue, labels, source: { ...source, ...learning }, queue: shown?.view },
            output,
            untilStopped,
          ),
        ),
      ),
    );
  } finally {
    await shown?.close();
  }
}
