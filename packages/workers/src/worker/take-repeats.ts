import { v7 as newId } from "uuid";

import { makeRepeats, REPEATS, repeatSchema } from "../queue/repeat.ts";
import { DEFAULTS } from "../queue/new-run.ts";
import { makeQueue, sendJob } from "../storage/jobs.ts";
import { inTransaction } from "../storage/transaction.ts";
import type { Crew } from "./take-jobs.ts";

/** @internal Enqueues the runs that are due to be repeated. */
export async function takeRepeats({ place, runs }: Crew): Promise<void> {
  await makeRepeats(place);
  await place.boss.work(REPEATS, { pollingIntervalSeconds: 2 }, async (jobs) => {
    for (const { data } of jobs) {
      const { graph, input, threadId, tenant = "", priority = 0 } = repeatSchema.parse(data);
      await makeQueue(place, graph);
      const id = newId();
      const run = {
        id,
        graph,
        thread: threadId ?? id,
        tenant,
        priority,
        input,
        options: DEFAULTS,
        startAfter: undefined,
      };
      await inTransaction(place.db, async (db) => {
        await runs.insert(run, db);
        await sendJob(place, run, db);
      });
    }
  });
}
