import { writeFile } from "node:fs/promises";

import { rollbackQueue } from "@langgraph-rollback/workers";
import { afterAll, describe, expect, it } from "vitest";

import { inspectHere } from "../fixtures/inspect-here.ts";
import { queueDatabase } from "../fixtures/queue-database.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";

const { at } = await scratchFolder();
const { database, missing } = await queueDatabase();
const { connectionString = "", schema = "" } = database ?? {};
afterAll(() => database?.drop());

const trip = {
  format: "langgraph-rollback/trajectory",
  version: 1,
  id: "trip",
  task: "",
  outcome: { ok: true },
  steps: [{ index: 0, agent: "a", content: "" }],
};

describe.skipIf(database === undefined)(`inspect --queue${missing}`, () => {
  it("shows the queue as it is now, with what is wrong, and makes none where there is none", async () => {
    await writeFile(at("runs.jsonl"), `${JSON.stringify(trip)}\n`);
    const args = [at("runs.jsonl"), "--queue", connectionString, "--queue-schema", schema];
    expect(await runHere(["inspect", ...args])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/\[QUEUE_MISSING\]$/),
    });
    const queue = await rollbackQueue({ connectionString, schema });
    const { runId: lost } = await queue.enqueue("support", {}, { threadId: "t" });
    await database?.query(
      `UPDATE ${schema}.runs SET status = 'recovered', crashes = 1, starts = 2, ended_at = now() WHERE id = $1`,
      [lost],
    );
    await inspectHere(args, async (ask) => {
      const { runId } = await queue.enqueue("support", {}, { threadId: "trip" });
      const view = JSON.parse((await ask("/api/queue")).text);
      expect(view).toMatchObject({
        name: `${connectionString}, schema ${schema}`,
        open: [{ run: runId, graph: "support", thread: "trip", status: "queued", starts: 0 }],
        retried: [{ run: lost, status: "recovered", starts: 2, crashes: 1 }],
        counts: [
          { graph: "support", status: "queued", count: 1 },
          { graph: "support", status: "recovered", count: 1 },
        ],
        workers: [],
      });
      expect(JSON.parse((await ask("/api/info")).text)).toMatchObject({ hasQueue: true });
    });
    await queue.close();
  });
});
