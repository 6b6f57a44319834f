import { z } from "zod";

import type { Place } from "../storage/place.ts";

/** @internal Queue of pg-boss for work of low priority. */
export const TASKS: string = "tasks";

/** @internal Content of a job of it. */
export interface TaskJob {
  /** Its name, as workers have it. */
  readonly task: string;
  /** Plain JSON. */
  readonly payload?: unknown;
}

/** @internal */
export const taskSchema: z.ZodType<TaskJob> = z.object({ task: z.string(), payload: z.unknown().optional() });

/** Seconds. */
const HOUR = 60 * 60;

/** @internal Makes the queue where it is missing. */
export const makeTasks = ({ boss }: Place): Promise<void> =>
  boss.createQueue(TASKS, {
    notify: true,
    heartbeatSeconds: 10,
    expireInSeconds: 24 * HOUR,
    retryLimit: 5,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: HOUR,
  });
