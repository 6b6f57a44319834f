import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";

import { testAgent } from "../fixtures/agent.ts";
import { testDatabase } from "../fixtures/database.ts";
import { rollbackQueue, rollbackWorker } from "../index.ts";

const database = await testDatabase();
const { place, query } = database;

afterAll(() => database.drop());

describe(`tables of an earlier version over ${database.version}`, () => {
  it("get the columns that they lack, and keep their runs", async () => {
    const earlier = await rollbackQueue(place);
    const { runId } = await earlier.enqueue("support", { task: "plain" }, { threadId: "before" });
    await earlier.close();
    // The tables of the first version: answers and retries had no person.
    await query(`ALTER TABLE ${place.schema}.runs DROP COLUMN answer_signed, DROP COLUMN actions`);

    const queue = await rollbackQueue(place);
    expect(await queue.get(runId)).toMatchObject({ status: "queued" });
    const worker = await rollbackWorker({ ...place, graphs: { support: testAgent() } });
    const later = await queue.enqueue("support", { task: "plain" }, { threadId: "after" });
    for (const run of [runId, later.runId])
      await expect.poll(async () => (await queue.get(run)).status, { timeout: 60_000 }).toBe("succeeded");
    await worker.stop();
    await queue.close();
  });

  it.skipIf(!database.isServer)("are not waited for by a queue that finds them whole", async () => {
    const client = new pg.Client({ connectionString: place.connectionString });
    await client.connect();
    await client.query(`BEGIN; LOCK TABLE ${place.schema}.runs IN ROW EXCLUSIVE MODE`);
    // While somebody enqueues in a transaction, nobody can make an index or a column.
    const queue = await rollbackQueue(place);
    expect((await queue.overview()).runs).toHaveLength(1);
    await queue.close();
    await client.query("ROLLBACK");
    await client.end();
  });
});
