import { setTimeout as sleep } from "node:timers/promises";

import { taskSchema, TASKS, makeTasks } from "../queue/tasks.ts";
import type { Crew } from "./take-jobs.ts";

/** @internal Does the work of low priority, one piece at a time, while a run could start as well. */
export async function takeTasks(
  { active, options, place, stopping }: Crew,
  concurrency: number,
): Promise<void> {
  const { tasks } = options;
  if (tasks === undefined) return;
  const room = concurrency * Object.keys(options.graphs).length;
  await makeTasks(place);
  await place.boss.work(TASKS, { pollingIntervalSeconds: 2, heartbeatRefreshSeconds: 3 }, async (jobs) => {
    for (const { data, signal } of jobs) {
      const either = AbortSignal.any([signal, stopping]);
      while (active.size >= room) await sleep(500, undefined, { signal: either });
      const { task, payload } = taskSchema.parse(data);
      const work = tasks[task];
      // One of the workers may know it: pg-boss tries again later.
      if (work === undefined) throw new Error(`This worker has no task "${task}".`);
      await work(payload, { signal: either });
    }
  });
}
