import { z } from "zod";

import type { Place } from "./place.ts";
import { statusSchema, type QueueStatus } from "./run-row.ts";

/** Runs of a graph that stand alike. */
export interface RunCount {
  readonly graph: string;
  readonly status: QueueStatus;
  readonly count: number;
  /** Seconds since the status of the longest-standing one changed. */
  readonly oldest: number;
}

const countSchema: z.ZodType<RunCount> = z.object({
  graph: z.string(),
  status: statusSchema,
  count: z.number(),
  oldest: z.number(),
});

/** @internal Counts the runs that the queue has, by graph and status. */
export async function countRuns({ db, table }: Place): Promise<readonly RunCount[]> {
  const { rows } = await db.executeSql(
    `SELECT graph, status, count(*)::int AS count,
            extract(epoch FROM clock_timestamp() - min(changed_at))::float AS oldest
     FROM ${table("runs")} GROUP BY graph, status ORDER BY graph, status`,
  );
  return rows.map((row: unknown) => countSchema.parse(row));
}
