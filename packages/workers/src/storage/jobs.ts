import type { Db } from "pg-boss";

import { InvalidQueueOptionError } from "../errors/invalid-queue-option-error.ts";
import type { Place } from "./place.ts";
import type { BlockedRun, NewRun } from "./runs.ts";

/** @internal Content of a job of pg-boss: the run is in our own table. */
export interface RunJob {
  readonly run: string;
}

/** Seconds. pg-boss allows no fewer. */
const HEARTBEAT = 10;
const DAY = 24 * 60 * 60;
/** Seconds that a job may be active. pg-boss allows no more than a day. */
const LONGEST_RUN = DAY;

const PREFIX = "runs.";
const NAME = /^[\w.-]{1,100}$/;

/**
 * @internal The queue of pg-boss that a graph's runs wait in.
 * @throws {InvalidQueueOptionError} if the graph's name cannot be the name of a queue
 */
export function queueOf(graph: string): string {
  if (!NAME.test(graph))
    throw new InvalidQueueOptionError(
      "graph",
      "a name of letters, digits, dots, underscores and hyphens",
      graph,
    );
  return PREFIX + graph;
}

/** @internal The graph whose runs wait in a queue of pg-boss; `undefined` for any other queue. */
export const graphOf = (queue: string): string | undefined =>
  queue.startsWith(PREFIX) ? queue.slice(PREFIX.length) : undefined;

const made = new WeakMap<Place, Map<string, Promise<void>>>();

/** @internal Makes the queue of a graph where it is missing, once in a process. */
export async function makeQueue(place: Place, graph: string): Promise<void> {
  const known = made.get(place) ?? new Map<string, Promise<void>>();
  made.set(place, known);
  const name = queueOf(graph);
  const making =
    known.get(name) ??
    place.boss.createQueue(name, {
      // The database itself allows one active job of a key, and a failed one holds back its key: that is how a run waits for a person.
      policy: "key_strict_fifo",
      notify: true,
      heartbeatSeconds: HEARTBEAT,
      expireInSeconds: LONGEST_RUN,
      // Each lost heartbeat uses one up. How often a run may kill its worker is counted with the run.
      retryLimit: 1_000_000,
      retryDelay: 0,
      retentionSeconds: 365 * DAY,
      deleteAfterSeconds: DAY,
    });
  known.set(name, making);
  try {
    await making;
  } catch (error) {
    known.delete(name);
    throw error;
  }
}

/** @internal Puts the job of a run into its queue, by the caller's own transaction if one is given. */
export async function sendJob({ boss }: Place, run: NewRun, db?: Db): Promise<void> {
  await boss.send(queueOf(run.graph), { run: run.id } satisfies RunJob, {
    id: run.id,
    singletonKey: run.thread,
    priority: run.priority,
    ...(run.tenant === "" ? {} : { group: { id: run.tenant } }),
    ...(run.startAfter === undefined ? {} : { startAfter: run.startAfter }),
    // The job of a run that waits for a person is one that has failed: it must not be deleted before the answer is due.
    deleteAfterSeconds: Math.ceil(run.options.answerWithinSeconds) + DAY,
    ...(db === undefined ? {} : { db }),
  });
}

/** @internal Lets a thread go on whose run is answered, or is over without one. */
export async function unblock({ boss }: Place, { id, graph, unblock: how }: BlockedRun): Promise<void> {
  if (how === "retry") await boss.retry(queueOf(graph), id);
  if (how === "delete") await boss.deleteJob(queueOf(graph), id);
}
