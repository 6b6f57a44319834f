import type { JobWithMetadata } from "pg-boss";
import { parse, v7 } from "uuid";

import { makeRepeats, REPEATS, repeatSchema } from "../queue/repeat.ts";
import { DEFAULTS } from "../queue/new-run.ts";
import { makeQueue, sendJob } from "../storage/jobs.ts";
import { inTransaction } from "../storage/transaction.ts";
import type { Crew } from "./take-jobs.ts";

/** @internal Enqueues the runs that are due to be repeated. */
export async function takeRepeats({ place, runs }: Crew): Promise<void> {
  await makeRepeats(place);
  await place.boss.work(REPEATS, { pollingIntervalSeconds: 2, includeMetadata: true }, async (jobs) => {
    for (const job of jobs) {
      const { data } = job;
      const id = idOf(job);
      // The job is tried again where only its end could not be stored.
      if ((await runs.read(id)) !== undefined) continue;
      const { graph, input, threadId, tenant = "", priority = 0 } = repeatSchema.parse(data);
      await makeQueue(place, graph);
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

/** Id of the run of a job: the same each time, and in the order of time like those of other runs. */
const idOf = ({ createdOn, id }: Pick<JobWithMetadata, "createdOn" | "id">): string =>
  v7({ msecs: createdOn.getTime(), random: parse(id), seq: 0 });
