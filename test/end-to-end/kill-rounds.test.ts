import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { seededRandom } from "@langgraph-rollback/conformal";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { server } from "../fixtures/postgres-server.ts";
import { auditBranches } from "./kill-rounds/audit-branches.ts";
import { auditRuns, type Asked } from "./kill-rounds/audit-runs.ts";
import { Players } from "./kill-rounds/play-rounds.ts";
import { describeThread, readThread } from "./kill-rounds/read-thread.ts";
import { planRound } from "./kill-rounds/round-plan.ts";
import { createSchema, missingRows } from "./kill-rounds/schema.ts";
import { bundleWorker, startWorkers, type Workers } from "./kill-rounds/workers.ts";

// KILL_ROUNDS=200 KILL_SEED=7 npm test -- kill-rounds
const rounds = Number(process.env["KILL_ROUNDS"] ?? 30);
const seed = Number(process.env["KILL_SEED"] ?? 1);

const pool = new pg.Pool({ ...server, connectionTimeoutMillis: 3000 });
const missing = await pool.query("select 1").then(
  () => undefined,
  (error: unknown) => `none answers at ${server.host}:${server.port}: ${String(error)}`,
);
// PGlite would not do: all of its connections share one session, and with it their locks.
if (missing !== undefined)
  process.stderr.write(
    `SKIPPED: the rounds of processes that are killed, for there is no server, ${missing}\n`,
  );
afterAll(() => pool.end());

/** What has happened on a thread so far. */
interface Story {
  readonly asked: readonly Asked[];
  readonly deaths: readonly string[];
}

describe.skipIf(missing !== undefined)(`two processes on one thread that are killed${missing ?? ""}`, () => {
  const schema = `rollback_${randomUUID().replaceAll("-", "")}`;
  let folder: string;
  let journal: string;
  let workers: Workers | undefined;
  let saver: BaseCheckpointSaver;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-kill-"));
    journal = join(folder, "executions");
    writeFileSync(journal, "");
    saver = await createSchema(pool, schema);
    workers = startWorkers(await bundleWorker(folder), [schema, journal], 3);
  });
  afterAll(async () => {
    await workers?.close();
    await pool.query(`drop schema if exists "${schema}" cascade`);
    rmSync(folder, { recursive: true, force: true });
  });

  /** What is wrong with a thread, and the thread itself to look into. */
  async function audit(id: string, { asked, deaths }: Story): Promise<readonly string[]> {
    const thread = await readThread(saver, id);
    const lateWrites = deaths.some((death) => /writes, late|some time/u.test(death));
    const problems = [
      ...(await missingRows(pool, schema, id)),
      ...auditBranches(thread, lateWrites),
      ...(await auditRuns(saver, thread, asked, journal)),
    ];
    return problems.length === 0 ? [] : [...problems, describeThread(thread)];
  }

  it(
    `tear no fork, lose no failed branch and roll no failure back twice, in ${rounds} rounds of seed ${seed}`,
    async () => {
      if (workers === undefined) throw new TypeError("Expected workers.");
      const players = new Players(workers, saver);
      const random = seededRandom(seed);
      const stories = new Map<string, Story>();
      const started = performance.now();
      for (let number = 0; number < rounds; number += 1) {
        // Two rounds on each thread, so that one starts where another has ended.
        const thread = `thread-${Math.floor(number / 2)}`;
        const { asked, deaths } = stories.get(thread) ?? { asked: [], deaths: [] };
        const round = planRound(random);
        const name = `round ${number + 1} of seed ${seed}: ${JSON.stringify(round)}`;
        const played = await players.play(thread, asked.length + 1, round).catch(async (cause: unknown) => {
          const found = describeThread(await readThread(saver, thread));
          throw new Error(`${name}\n${String(cause)}\n${found}`, { cause });
        });
        const story = { asked: [...asked, ...played.asked], deaths: [...deaths, ...played.deaths] };
        stories.set(thread, story);
        expect(played.deaths, `deaths in ${name}`).not.toEqual([]);
        expect(await audit(thread, story), `${name}, ${JSON.stringify(played)}`).toEqual([]);
      }
      for (const [thread, story] of stories) expect(await audit(thread, story)).toEqual([]);
      const deaths = [...stories.values()].flatMap((story) => story.deaths);
      const seconds = Math.round((performance.now() - started) / 1000);
      process.stdout.write(
        `${rounds} rounds of seed ${seed}: ${deaths.length} processes killed in ${seconds} s, ${tally(deaths)}\n`,
      );
    },
    60_000 + rounds * 10_000,
  );
});

/** How often each. */
function tally(deaths: readonly string[]): string {
  const kinds = [...new Set(deaths)].toSorted((a, b) => (a < b ? -1 : 1));
  return kinds.map((kind) => `${kind}: ${deaths.filter((death) => death === kind).length}`).join("; ");
}
