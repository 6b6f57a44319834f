import type { QueueExamination } from "@langgraph-rollback/workers";

import { loadWorkers } from "../../queues/load-workers.ts";
import { openingQueue } from "../../queues/opening-queue.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { checkJobs } from "./check-jobs.ts";
import { checkQueueSettings } from "./check-queue-settings.ts";
import { checkQueueWorkers } from "./check-queue-workers.ts";
import { ok, queueFault, totalOf } from "./queue-words.ts";

/** A queue to look at. */
export interface QueuePlace {
  /** Address of the Postgres database. */
  readonly queue: string;
  /** Default "langgraph_rollback". */
  readonly queueSchema?: string | undefined;
}

/** How a queue stands, and what is wrong with it. Only reads. */
export async function checkQueue(
  { queue, queueSchema }: QueuePlace,
  folders: readonly string[],
): Promise<readonly Diagnosis[]> {
  try {
    const { examineQueue } = await loadWorkers(folders);
    const examination = await openingQueue(queue, () =>
      examineQueue({
        connectionString: queue,
        maxConnections: 2,
        ...(queueSchema === undefined ? {} : { schema: queueSchema }),
        onError: () => {},
      }),
    );
    return queueDiagnoses(examination);
  } catch (error) {
    return [
      queueFault(
        "QUEUE_UNREADABLE",
        error instanceof Error ? error.message : String(error),
        "Mend that, and ask again; no worker would start here either.",
      ),
    ];
  }
}

/** Findings of an examination. */
export const queueDiagnoses = (examination: QueueExamination): readonly Diagnosis[] => [
  ok(standing(examination)),
  ...checkQueueWorkers(examination),
  ...checkQueueSettings(examination),
  ...checkJobs(examination),
];

function standing({ held, oldestQueuedSeconds, runs, schema }: QueueExamination): string {
  const queued = totalOf(runs, "queued");
  const since =
    oldestQueuedSeconds === undefined ? "" : `, the oldest for ${Math.round(oldestQueuedSeconds)} s`;
  const ended =
    runs.reduce((sum, { count }) => sum + count, 0) -
    queued -
    totalOf(runs, "running") -
    totalOf(runs, "waiting");
  const threads = held.length === 1 ? "one thread" : `${held.length} threads`;
  const holding = held.length === 0 ? "" : `, holding back ${threads}`;
  return `The queue in schema ${schema} has ${queued} queued${since}, ${totalOf(runs, "running")} running, ${totalOf(runs, "waiting")} waiting for an answer${holding}, and ${ended} ended.`;
}
