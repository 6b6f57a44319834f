import { z } from "zod";

import { QueueMissingError } from "../errors/queue-missing-error.ts";
import { graphOf } from "../storage/jobs.ts";
import { placeOf, type Place, type PlaceOptions } from "../storage/place.ts";
import { countRuns, type RunCount } from "../storage/run-counts.ts";
import { hearsNotify } from "./hears-notify.ts";
import { jobless, longestRuns, oldestQueued, stuckThreads, troubled } from "./run-facts.ts";
import type { QueuedRunName, TroubledRun } from "./run-facts.ts";
import { seenWorker, type SeenWorker } from "./seen-worker.ts";

/** The queue of one graph, as it is set up in pg-boss. */
export interface QueueSettings {
  readonly graph: string;
  /** "key_strict_fifo" where the workers made it. */
  readonly policy: string;
  /** Seconds after which a worker that is silent has lost its run; absent if nothing notices. */
  readonly heartbeatSeconds?: number;
  /** Seconds after which a run is taken from its worker. */
  readonly expireInSeconds?: number;
  /** Seconds of the longest run that is still known, from its one start to its end, or until now; absent if there is none. */
  readonly longestRunSeconds?: number;
}

/** How a queue stands, and what does not fit together in it. */
export interface QueueExamination {
  readonly schema: string;
  readonly runs: readonly RunCount[];
  /** Seconds since the oldest run was enqueued that could start now; absent if none could. */
  readonly oldestQueuedSeconds?: number;
  readonly queues: readonly QueueSettings[];
  /** Processes that work on runs, the latest first, the dead among them as long as pg-boss keeps them. */
  readonly workers: readonly SeenWorker[];
  /** Threads, by graph, that a waiting run holds back. */
  readonly held: readonly QueuedRunName[];
  /** Threads that a job holds back although no run waits: their later runs never start. */
  readonly stuck: readonly QueuedRunName[];
  /** Runs that have not ended, and no job that a worker could take. */
  readonly jobless: readonly QueuedRunName[];
  /** The latest runs that have killed their workers as often as they may. */
  readonly crashed: readonly TroubledRun[];
  /** Runs that have not ended, and were set back by the machinery around them or by the death of their workers. */
  readonly setBack: readonly TroubledRun[];
  /** Whether what one connection notifies of reaches another one by the address that was given. */
  readonly hearsNotify: boolean;
  /** Seconds by which the clock of this machine is ahead of the database's, at the least; negative if it is behind. 0 if they may agree. */
  readonly clockAheadSeconds: number;
}

/**
 * Looks at a queue: how it stands, who works on it, and what does not fit together. Nothing is made or changed in the database.
 *
 * @example
 * const { workers, stuck } = await examineQueue({ connectionString });
 *
 * @throws {QueueMissingError} if there is no queue
 * @throws {InvalidQueueOptionError} if an option cannot be used
 */
export async function examineQueue(options: PlaceOptions): Promise<QueueExamination> {
  const place = placeOf(options, {
    supervise: false,
    schedule: false,
    migrate: false,
    registerInstance: false,
  });
  try {
    await opened(place);
    return await examined(place);
  } finally {
    await place.boss.stop({ graceful: false });
  }
}

async function opened({ boss, db, schema, table }: Place): Promise<void> {
  try {
    await boss.start();
  } catch (error) {
    // pg-boss throws this without a code.
    const isMissing = error instanceof Error && error.message.startsWith("pg-boss ");
    throw isMissing ? new QueueMissingError(schema, error) : error;
  }
  const { rows } = await db.executeSql("SELECT to_regclass($1)::text AS name", [table("runs")]);
  const [row] = rows.map((each: unknown) => z.object({ name: z.string().nullable() }).parse(each));
  if (row?.name == null) throw new QueueMissingError(schema);
}

async function examined(place: Place): Promise<QueueExamination> {
  const { boss, schema } = place;
  const clock = await clocks(place);
  const longest = await longestRuns(place);
  const queues = (await boss.getQueues()).flatMap((queue): readonly QueueSettings[] => {
    const { name, policy = "standard", heartbeatSeconds, expireInSeconds } = queue;
    const graph = graphOf(name);
    if (graph === undefined) return [];
    const longestRunSeconds = longest.get(graph);
    return [
      {
        graph,
        policy,
        // It is null where nothing is set.
        ...(heartbeatSeconds == null ? {} : { heartbeatSeconds }),
        ...(expireInSeconds == null ? {} : { expireInSeconds }),
        ...(longestRunSeconds === undefined ? {} : { longestRunSeconds }),
      },
    ];
  });
  const instances = await boss.getInstances({ limit: 1000 });
  const oldest = await oldestQueued(place);
  return {
    schema,
    runs: await countRuns(place),
    ...(oldest === undefined ? {} : { oldestQueuedSeconds: oldest }),
    queues,
    workers: instances.flatMap((instance) => seenWorker(instance, clock.server) ?? []),
    held: await stuckThreads(place, "waiting"),
    stuck: await stuckThreads(place, "unexplained"),
    jobless: await jobless(place),
    crashed: await troubled(place, "crashed"),
    setBack: await troubled(place, "set-back"),
    hearsNotify: await hearsNotify(place),
    clockAheadSeconds: clock.ahead,
  };
}

async function clocks({ db }: Place): Promise<{ readonly server: Date; readonly ahead: number }> {
  const before = Date.now();
  const { rows } = await db.executeSql("SELECT extract(epoch FROM clock_timestamp())::float AS now");
  const after = Date.now();
  const [server = after] = rows.map((row: unknown) => z.object({ now: z.number() }).parse(row).now * 1000);
  const ahead = before > server ? before - server : after < server ? after - server : 0;
  return { server: new Date(server), ahead: ahead / 1000 };
}
