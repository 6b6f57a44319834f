import { z } from "zod";

import type { Place } from "../storage/place.ts";
import { statusSchema, type QueueStatus } from "../storage/run-row.ts";

/** A run of the queue, by its names. */
export interface QueuedRunName {
  readonly runId: string;
  readonly graph: string;
  readonly threadId: string;
  /** Absent where only its job is left. */
  readonly status?: QueueStatus | undefined;
}

/** A run that something went wrong around, without deciding it. */
export interface TroubledRun extends QueuedRunName {
  /** How often its worker stopped answering while it had the run. */
  readonly crashes: number;
  /** How often the machinery around it has failed. */
  readonly setbacks: number;
  /** The latest thing that went wrong. */
  readonly problem?: { readonly code: string; readonly message: string } | undefined;
}

/** Runs that one list holds at most. */
const LISTED = 100;

const nameSchema: z.ZodType<QueuedRunName> = z.object({
  runId: z.string(),
  graph: z.string(),
  threadId: z.string(),
  status: statusSchema
    .nullable()
    .transform((status) => status ?? undefined)
    .optional(),
});

const jobTable = ({ schema }: Place): string => `${schema}_jobs.job`;

const namesIn = async (place: Place, sql: string): Promise<readonly QueuedRunName[]> => {
  const { rows } = await place.db.executeSql(sql);
  return rows.map((row: unknown) => nameSchema.parse(row));
};

/** SQL for a run whose worker will free its thread at its next round, or is answered and about to go on. */
const ABOUT_TO = "r.unblock IS NOT NULL AND r.changed_at > clock_timestamp() - interval '60 seconds'";

/** @internal Threads that a job holds back: because a run waits, or without one that does. */
export function stuckThreads(
  place: Place,
  why: "waiting" | "unexplained",
): Promise<readonly QueuedRunName[]> {
  const which =
    why === "waiting"
      ? "r.status = 'waiting'"
      : `r.status IS DISTINCT FROM 'waiting' AND (${ABOUT_TO}) IS NOT TRUE
         AND coalesce(j.completed_on, j.created_on) < clock_timestamp() - interval '5 seconds'`;
  return namesIn(
    place,
    `SELECT j.id AS "runId", substr(j.name, 6) AS graph, coalesce(j.singleton_key, '') AS "threadId", r.status
     FROM ${jobTable(place)} j LEFT JOIN ${place.table("runs")} r ON r.id = j.id
     WHERE j.name LIKE 'runs.%' AND j.state = 'failed' AND ${which}
     ORDER BY j.id LIMIT ${LISTED}`,
  );
}

/** @internal Runs that have not ended, and no job that a worker could take, or that an answer would bring back. */
export function jobless(place: Place): Promise<readonly QueuedRunName[]> {
  return namesIn(
    place,
    `SELECT r.id AS "runId", r.graph, r.thread AS "threadId", r.status
     FROM ${place.table("runs")} r
     WHERE r.status IN ('queued', 'running', 'waiting') AND NOT EXISTS (
       SELECT 1 FROM ${jobTable(place)} j
       WHERE j.id = r.id AND j.name = 'runs.' || r.graph AND j.state NOT IN ('completed', 'cancelled'))
     ORDER BY r.id LIMIT ${LISTED}`,
  );
}

/** @internal Seconds that the oldest run has waited for a worker. */
export async function oldestQueued(place: Place): Promise<number | undefined> {
  const { rows } = await place.db.executeSql(
    `SELECT extract(epoch FROM clock_timestamp() - min(greatest(queued_at, start_after)))::float AS oldest
     FROM ${place.table("runs")} WHERE status = 'queued' AND (start_after IS NULL OR start_after < clock_timestamp())`,
  );
  const [row] = rows.map((each: unknown) => z.object({ oldest: z.number().nullable() }).parse(each));
  return row?.oldest ?? undefined;
}

/** @internal Seconds of the longest run of each graph. Of a run that was started again, what lay between is no time of work. */
export async function longestRuns(place: Place): Promise<ReadonlyMap<string, number>> {
  const { rows } = await place.db.executeSql(
    `SELECT graph, max(extract(epoch FROM CASE
        WHEN status = 'running' THEN clock_timestamp() - changed_at
        WHEN starts = 1 THEN ended_at - started_at END))::float AS longest
     FROM ${place.table("runs")} GROUP BY graph`,
  );
  const longest = z.object({ graph: z.string(), longest: z.number().nullable() });
  return new Map(
    rows.flatMap((row: unknown) => {
      const { graph, longest: seconds } = longest.parse(row);
      return seconds === null ? [] : [[graph, seconds] as const];
    }),
  );
}

const troubledSchema: z.ZodType<TroubledRun> = z
  .object({
    runId: z.string(),
    graph: z.string(),
    threadId: z.string(),
    status: statusSchema,
    crashes: z.number(),
    setbacks: z.number(),
    problems: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(z.array(z.object({ code: z.string(), message: z.string() }))),
  })
  .transform(({ problems, ...run }) => ({ ...run, problem: problems.at(-1) }));

/** @internal The latest runs that ended by the deaths of their workers, or that have not ended and were set back. */
export async function troubled(place: Place, which: "crashed" | "set-back"): Promise<readonly TroubledRun[]> {
  const those =
    which === "crashed"
      ? "status = 'crashed'"
      : "status IN ('queued', 'running', 'waiting') AND (crashes > 0 OR setbacks > 0)";
  const { rows } = await place.db.executeSql(
    `SELECT id AS "runId", graph, thread AS "threadId", status, crashes, setbacks, problems
     FROM ${place.table("runs")} WHERE ${those} ORDER BY id DESC LIMIT ${LISTED}`,
  );
  return rows.map((row: unknown) => troubledSchema.parse(row));
}
