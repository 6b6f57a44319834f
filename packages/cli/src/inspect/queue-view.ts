import type { QueueView } from "@langgraph-rollback/inspector";
import { shownAddress } from "@langgraph-rollback/inspector/shared";
import type { QueueExamination, QueuedRunState, RollbackQueue } from "@langgraph-rollback/workers";

import { queueDiagnoses } from "../doctor/queue/check-queue.ts";
import type { QueuePlace } from "../doctor/queue/check-queue.ts";
import { loadWorkers } from "../queues/load-workers.ts";
import { openingQueue } from "../queues/opening-queue.ts";
import { actsOn, type QueueActs } from "./queue-acts.ts";

/** A queue that a page shows. */
export interface ShownQueue {
  readonly view: () => Promise<QueueView>;
  /** Acts on its runs. */
  readonly acts: QueueActs;
  readonly close: () => Promise<void>;
}

/** Runs that one list of the page holds at most. */
const LISTED = 100;
/** Milliseconds for which an examination is kept: it opens connections of its own. */
const FRESH = 15_000;

/**
 * Opens a queue to look at.
 *
 * @throws {QueueMissingError} if there is none
 * @throws {CommandFailedError} if its database does not answer
 * @throws {WorkersMissingError | WorkersNodeError} if the package of the queue cannot be used
 */
export async function openShownQueue({ queue: address, queueSchema }: QueuePlace): Promise<ShownQueue> {
  const workers = await loadWorkers([process.cwd()]);
  const place = {
    connectionString: address,
    maxConnections: 2,
    ...(queueSchema === undefined ? {} : { schema: queueSchema }),
    onError: () => {},
  };
  const look = () => openingQueue(address, () => workers.examineQueue(place));
  // Before it is opened: opening makes the tables where they are missing.
  let [examined, lookedAt] = [await look(), performance.now()];
  const queue = await workers.rollbackQueue(place);
  return {
    view: async () => {
      if (performance.now() - lookedAt > FRESH) [examined, lookedAt] = [await look(), performance.now()];
      return viewOf(queue, examined, shownAddress(address));
    },
    acts: actsOn(queue),
    close: () => queue.close(),
  };
}

async function viewOf(queue: RollbackQueue, examined: QueueExamination, name: string): Promise<QueueView> {
  const statuses = ["queued", "running", "waiting"] as const;
  const latest = await queue.list({ limit: 10 * LISTED });
  const { runs } = await queue.overview();
  const wasRetried = ({ crashes, endedAt, problems }: QueuedRunState): boolean =>
    endedAt !== undefined && (crashes > 0 || problems.length > 0);
  return {
    name: `${name}, schema ${examined.schema}`,
    at: new Date().toISOString(),
    problems: queueDiagnoses(examined).flatMap((each) => (each.level === "ok" ? [] : [each])),
    counts: runs,
    open: (await queue.list({ statuses, limit: LISTED })).map(runView),
    retried: latest.filter(wasRetried).slice(0, LISTED).map(runView),
    workers: examined.workers,
  };
}

function runView(run: QueuedRunState): QueueView["open"][number] {
  const { crashes, graph, problems, queuedAt, runId, starts, status, tenant, threadId, worker } = run;
  const last = problems.at(-1);
  return {
    run: runId,
    graph,
    thread: threadId,
    tenant,
    status,
    queuedAt: queuedAt.toISOString(),
    starts,
    crashes,
    ...(worker === undefined ? {} : { worker }),
    ...(last === undefined ? {} : { problem: `${last.code}: ${last.message}` }),
  };
}
